# Nobody calls these functions. PyTorch refuses each where it is scripted.
import torch
from typing import Dict, List, Optional, Tuple

scale = 2.5


@torch.jit.script
def unknown_name(x):
    return x + missing


@torch.jit.script
def unset_in_branch(x, n: int):
    if n > 1:
        y = x
    return y


@torch.jit.script
def unset_behind_loop(x, n: int):
    for i in range(n):
        y = x
    return y


@torch.jit.script
def set_later(x):
    z = y + 1
    y = x
    return z


@torch.jit.script
def number_of_file(x):
    return x * scale


@torch.jit.script
def type_in_branch(n: int):
    x = 1
    if n > 1:
        x = "text"
    return x


@torch.jit.script
def type_in_loop(n: int):
    x = 0
    for i in range(n):
        x = x + 0.5
    return x


@torch.jit.script
def types_of_arms(n: int):
    if n > 1:
        x = [1]
    else:
        x = ["text"]
    return x


@torch.jit.script
def types_of_if(n: int):
    return 1 if n > 2 else "text"


@torch.jit.script
def declared(n: int):
    x: float = n
    return x


@torch.jit.script
def returns_str(n: int) -> int:
    return "text"


@torch.jit.script
def returns_two_types(x, n: int):
    if n > 1:
        return x
    return n


@torch.jit.script
def returns_sometimes(x, n: int) -> torch.Tensor:
    if n > 1:
        return x


@torch.jit.script
def default_without_type(x, n=3):
    return x + n


@torch.jit.script
def takes_all(*xs):
    return 1


@torch.jit.script
def tries(x):
    if not torch.jit.is_scripting():
        try:
            return x
        except RuntimeError:
            pass
    return x


@torch.jit.script
def uses_lambda(x):
    f = lambda y: y
    return x


@torch.jit.script
def set_of_ints(n: int):
    s = {1, n}
    return n


@torch.jit.script
def comprehension(n: int):
    return [i for i in range(n) if i > 1]


@torch.jit.script
def formats(x: float):
    return f"{x:.2f}"


@torch.jit.script
def imports(x: float):
    import math
    return math.sqrt(x)


def two(x, n: int):
    return x * n


@torch.jit.script
def too_few(x):
    return two(x)


@torch.jit.script
def too_many(x):
    return two(x, 1, 2)


@torch.jit.script
def other_argument(x):
    return two(x, m=1)


@torch.jit.script
def wrong_argument(x):
    return two(x, "text")


def only_called_by_scripted(x):
    return x + absent


@torch.jit.script
def calls_wrong(x):
    return only_called_by_scripted(x)


@torch.jit.script
def recursive(n: int) -> int:
    return recursive(n - 1)


@torch.jit.script
def adds(s: str, n: int):
    return s + n


@torch.jit.script
def adds_optional(n: Optional[int]):
    return n + 1


@torch.jit.script
def compares(s: str, n: int):
    return s < n


@torch.jit.script
def walks(n: int):
    for i in n:
        print(i)


@torch.jit.script
def range_of_float(n: float):
    for i in range(n):
        print(i)


@torch.jit.script
def attribute_of_int(n: int):
    return n.real


@torch.jit.script
def method_of_tensor(x):
    return x.astype(2)


@torch.jit.script
def method_of_list(xs: List[int]):
    return xs.push(1)


@torch.jit.script
def method_of_optional(x: Optional[torch.Tensor]):
    return x.sum()


@torch.jit.script
def appends(n: int):
    xs = []
    xs.append(n)
    return xs


@torch.jit.script
def index_of_int(n: int):
    return n[0]


@torch.jit.script
def key_of_dict(d: Dict[str, int]):
    return d[1]


@torch.jit.script
def unpacks(t: Tuple[int, str]):
    a, b, c = t
    return a


@torch.jit.script
def calls_int(n: int):
    return n(1)


@torch.jit.script
def condition(n: Optional[int]):
    if n:
        return 1
    return 2


@torch.jit.script
def of_type(x: set):
    return x


class Net(torch.nn.Module):
    def forward(self, x):
        return self.helper(x)

    def helper(self, x):
        return self.weight * x

    @torch.jit.export
    def exported(self, x) -> int:
        return "text"

    def nobody_reaches(self, x):
        return nothing


net = torch.jit.script(Net())


@torch.jit.script
def matches(x: int):
    match x:
        case 1:
            return missing
        case k:
            return k
