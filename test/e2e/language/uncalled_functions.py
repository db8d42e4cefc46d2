# PyTorch compiles functions that nobody calls, too, and takes these.
import torch
from typing import Dict, List, Optional, Tuple


@torch.jit.script
def f0(x: Optional[torch.Tensor], y):
    if x is None:
        return y
    return x + y


@torch.jit.script
def f1(x: Optional[torch.Tensor], y):
    if x is not None:
        y = y + x
    return y


@torch.jit.script
def f2(x: Optional[int]):
    assert x is not None
    return x + 1


@torch.jit.script
def f3(x: Optional[int]) -> int:
    return x if x is not None else 3


@torch.jit.script
def f4(x: Optional[int], y: Optional[int]) -> int:
    if x is not None and y is not None:
        return x + y
    elif x is not None:
        return x
    return 0


@torch.jit.script
def f5(xs: List[torch.Tensor]) -> torch.Tensor:
    out: List[torch.Tensor] = []
    for i, x in enumerate(xs):
        if i % 2 == 0:
            out.append(x * i)
        else:
            out.append(x.relu())
    return torch.stack(out)


@torch.jit.script
def f6(n: int) -> int:
    i = 0
    while True:
        i += 1
        if i > n:
            break
        if i % 3 == 0:
            continue
    return i


@torch.jit.script
def f7(x, n: int):
    if n > 3:
        return x * 2
    elif n > 2:
        return x * 3
    else:
        raise ValueError("bad")


@torch.jit.script
def f8(x):
    if torch.jit.is_scripting():
        return x
    else:
        return x.numpy().foo(nosuch)


@torch.jit.script
def f9(x):
    if not torch.jit.is_scripting():
        return nosuch(x)
    return x


@torch.jit.script
def f10(xs: List[int]):
    return [x * 2 for x in xs]


@torch.jit.script
def f11(xs: List[int]):
    return {x: str(x) for x in xs}


@torch.jit.script
def f12(t: Tuple[int, str, float]):
    a, b, c = t
    a, c = int(c), float(a)
    return f"{a} {b} {c}"


@torch.jit.script
def f13(xs: List[int], ys: List[str]):
    out = ""
    for x, y in zip(xs, ys):
        out += y * 1 if False else y + str(x)
    return out


@torch.jit.script
def f14(d: Dict[str, int]) -> int:
    s = 0
    for k, v in d.items():
        if k in d:
            s += v
    for k in d:
        s += d[k]
    for v in d.values():
        s += v
    if "a" in d:
        s -= d["a"]
    return s


@torch.jit.script
def f15(x, y):
    # type: (torch.Tensor, Optional[int]) -> int
    if y is None:
        y = 3
    return y + 1


@torch.jit.script
def f16(x, y: Optional[int] = None):
    if y is None:
        y = 3
    z = y + 1
    return x * z


@torch.jit.script
def f17(x: int) -> float:
    y = 0.5
    for i in range(x):
        y = y * i
    return y


@torch.jit.script
def f18(x):
    s = 0.0
    for i in range(3):
        s += float(x[i])
    return s


@torch.jit.script
def f19(x):
    s = 0
    for i in range(3):
        s += x[i].item()
    return s


@torch.jit.script
def f20(x):
    h, w = x.shape
    a, b = x.size(0), x.size(1)
    c, d = x.size()
    u, v = torch.max(x, dim=0)
    return u + h + w + a + b + c + d


@torch.jit.script
def f21(n: int):
    x = 1
    x = "a"
    x = [1.0]
    return x


@torch.jit.script
def f22(n: int):
    if n > 1:
        y = 1
    else:
        y = 2
    return y


@torch.jit.script
def f23(n: int):
    if n > 1:
        y = 1
    else:
        raise RuntimeError("x")
    return y


@torch.jit.script
def f24(n: int):
    if n > 1:
        y = 1
    elif n > 0:
        return 5
    else:
        y = 2
    return y


@torch.jit.script
def f25(n: int):
    if n > 1:
        y: Optional[int] = None
    else:
        y = 3
    return y


@torch.jit.script
def f26(n: int):
    if n > 1:
        return None
    return n


@torch.jit.script
def f27(n: int) -> Optional[int]:
    if n > 1:
        return None
    return n


@torch.jit.script
def f28(x, n: int):
    if n > 1:
        return x


@torch.jit.script
def f29(x):
    x = x.t_()
    x.add_(1).mul_(2)
    x[0] = 1
    x[:, 1] += 2.0
    x += 1
    return x


@torch.jit.script
def f30(s: str):
    if s:
        return 1
    while s:
        s = s[1:]
    return 2


@torch.jit.script
def f31(n: int, b: bool):
    m = n + b
    if n:
        m += 1
    if not n:
        m += 1
    return m and b


@torch.jit.script
def f32(x):
    assert x.dim() == 2, "bad " + str(x.dim())
    assert x.dim() == 2, f"bad {x.dim()}"
    assert x.sum() > 0
    return x


@torch.jit.script
def f33(x):
    return x if x.sum() > 0 else -x


@torch.jit.script
def f34(x: torch.Tensor) -> int:
    return x


@torch.jit.script
def f35(x: torch.Tensor) -> float:
    return x.sum()


@torch.jit.script
def f36(n: int) -> Tuple[int, float]:
    return n, float(n)


@torch.jit.script
def f37(n: int) -> List[int]:
    return [n, n + 1]


@torch.jit.script
def f38(n: int) -> List[float]:
    return []


@torch.jit.script
def f39(x):
    with torch.no_grad():
        y = x * 2
    return y


@torch.jit.script
def f40(x, n: int):
    y = x
    for i in range(n):
        for j in range(i):
            if i == j:
                continue
            y = y + i * j
        else_ = 1
    return y


@torch.jit.script
def f41(x):
    y = []
    for i in range(3):
        y.append(x[i])
    return torch.cat(y)


@torch.jit.script
def f42(a: int, b: int):
    return a // b, a % b, a / b, a ** b, a << b, a >> b, a & b, a | b, a ^ b


@torch.jit.script
def f43(a: float, b: int):
    return a // b, a % b, a / b, a ** b, a - b, -a, abs(a), round(a), min(a, 1.0), max(b, 2)


@torch.jit.script
def f44(a: str, b: str):
    return a + b, a == b, a != b, a < b, a in b, len(a), a[0], a[1:], a.upper().split(",")


@torch.jit.script
def f45(a: List[int], b: List[int]):
    return a + b, a == b, a * 2, a[0], a[1:], len(a), sum(a), sorted(a), 3 in a, a[-1], max(a)


@torch.jit.script
def f46(x):
    return x + 1, 1 + x, x * 2.0, x ** 2, x @ x, x // 2, x % 2, -x, ~(x > 0), (x > 0) & (x < 1), x == 1, 1 < x, x != x


@torch.jit.script
def f47(x, idx: List[int]):
    return x[0], x[0, 1], x[:, None], x[..., 0], x[idx], x[x > 0], x[1:2, :-1], x[-1]


@torch.jit.script
def f48(x: Dict[str, torch.Tensor]):
    return x["a"] + 1, x.get("b"), len(x), list(x.keys()), "a" in x


@torch.jit.script
def f49(x, flag: bool):
    if flag:
        z = x.sum()
    else:
        z = x.mean()
    return z


@torch.jit.script
def f50(x=None):
    return x


@torch.jit.script
def f51(n: int):
    s = torch.zeros(1)
    i = 0
    while i < n and s.sum() < 3:
        s = s + i
        i += 1
    return s


@torch.jit.script
def f52(x, y: Tuple[torch.Tensor, torch.Tensor]):
    h, c = y
    gates = x + h
    i, f_, g, o = gates.chunk(4, 1)
    c = torch.sigmoid(f_) * c + torch.sigmoid(i) * torch.tanh(g)
    return torch.sigmoid(o) * torch.tanh(c), (h, c)


@torch.jit.script
def f53(xs: List[Tuple[int, str]]):
    s = 0
    t = ""
    for a, b in xs:
        s += a
        t += b
    for i, (a, b) in enumerate(xs):
        s += a + i
    return s, t


@torch.jit.script
def f54(x: List[List[int]]):
    return [[b * 2 for b in a] for a in x]


@torch.jit.script
def f55(x):
    a = b = x
    (c, d), e = (a, b), 3
    return a + b + c + d + e


@torch.jit.script
def f56(x: Tuple[int, int, int]):
    a, *b = x
    return a


@torch.jit.script
def f57(x: Optional[List[int]] = None):
    xs = x if x is not None else [1]
    return xs


@torch.jit.script
def f58(x: Optional[torch.Tensor]):
    if x is None:
        x = torch.ones(1)
    x = x + 1
    return x


@torch.jit.script
def f59(x: Optional[torch.Tensor]):
    y = torch.jit._unwrap_optional(x)
    return y + 1


@torch.jit.script
def f60(x: torch.Tensor, dtype: Optional[torch.dtype] = None, device: Optional[torch.device] = None):
    return torch.zeros(x.size(), dtype=x.dtype, device=x.device)


@torch.jit.script
def f61(x):
    print("a", x, 1)
    print()
    return None


@torch.jit.script
def f62(n: int):
    if n > 0:
        x = "a"
        n = 3
    else:
        x = "b"
    return x


@torch.jit.script
def f63(n: int):
    for i in range(n):
        i = i + 1
        t = i
        t2 = "a"
        t2 = 3
    return n


@torch.jit.script
def f64(n: int):
    i = 5
    for i in range(n):
        pass
    return i


@torch.jit.script
def f65(x, mode: str):
    if mode == "a":
        y = x
    elif mode == "b":
        y = x * 2
    else:
        assert False, "no"
    return y


@torch.jit.script
def f66(x, n: int):
    y = x
    k = 0
    if n > 1:
        k = x.sum()
    return k


@torch.jit.script
def f67(x):
    """Doc.

    More.
    """
    return x


@torch.jit.script
def f68(a: int, b: int) -> bool:
    return a < b < 3 and not a == 2 or b is not None


@torch.jit.script
def f69(x: Optional[int], y: Optional[int]) -> bool:
    return x is None or y is None or x > y


@torch.jit.script
def f70(x: Optional[int]) -> int:
    if x is None or x > 3:
        return 0
    return x


@torch.jit.script
def f71(x: Optional[int]) -> int:
    if not (x is not None):
        return 0
    else:
        return x


@torch.jit.script
def f72(xs: List[Optional[int]]) -> int:
    s = 0
    for x in xs:
        if x is not None:
            s += x
    return s


@torch.jit.script
def f73(x: List[torch.Tensor]):
    y = x[0]
    for t in x[1:]:
        y = torch.cat([y, t], dim=0)
    del x[0]
    return y


@torch.jit.script
def f74(d: Dict[str, int]):
    del d["a"]
    d.update({"a": 3})
    d.pop("b")
    return d


@torch.jit.script
def f75(x):
    n = x.size(0)
    m: int = n // 2
    p = float(m)
    p = p / 2
    return x[:m] * p


@torch.jit.script
def f76(x, k: int):
    vals, idx = x.topk(k)
    vals2, idx2 = torch.sort(x)
    r = x.max(dim=0)
    return vals + r.values, idx, r[1], r.indices


@torch.jit.script
def f77(x):
    def_ = 3
    list_ = [1, 2, 3]
    print(list_[0])
    sum = x.sum()
    len = 3
    return sum + len + def_


@torch.jit.script
def f78(x: int):
    if isinstance(x, int):
        return 1
    else:
        return "a"


@torch.jit.script
def f79(x: int):
    if isinstance(x, str):
        return x.foo()
    return x


@torch.jit.script
def f80(x, y: int):
    # comment
    if y == 0: return x
    if y == 1: return x + 1
    return x + 2


@torch.jit.script
def f81(n: int) -> List[int]:
    return n, n


@torch.jit.script
def f82(x):
    y = 1 if x.sum() > 0 else 2
    z = None if x.sum() > 0 else 2
    return y, z


@torch.jit.script
def f83(x, n: int):
    res = []
    for i in range(n):
        tmp = []
        for j in range(n):
            tmp.append(x[i] * j)
        res.append(torch.stack(tmp))
    return torch.stack(res)


@torch.jit.script
def f84(n: int):
    acc: List[List[int]] = []
    for i in range(n):
        row: List[int] = []
        for j in range(i):
            row.append(j)
        acc.append(row)
    return acc


@torch.jit.script
def f85(x):
    mask = x > 0
    if mask.any():
        x = x.masked_fill(mask, 0.0)
    if bool(mask.all()):
        return x
    if not mask.any():
        x = x * 2
    return x


@torch.jit.script
def f86(start: int, stop: int):
    out = 0
    for i in range(start, stop, 2):
        out = out + i
    for i in range(len([1, 2])):
        out = out + i
    return out


@torch.jit.script
def f87(x):
    f = x + 1
    x = 3
    x = "s"
    return f


@torch.jit.script
def f88(x: Optional[Tuple[int, int]]):
    if x is not None:
        a, b = x
        return a + b
    return 0


@torch.jit.script
def f89(x, opts: Dict[str, List[torch.Tensor]]):
    for name, ts in opts.items():
        for i, t in enumerate(ts):
            ts[i] = t + x
    return opts


@torch.jit.script
def f90(x):
    s = x.shape[0]
    t = x.shape
    u = x.shape[-1] * 2
    return x.view(-1, u), x.reshape([s, -1]), len(t), x.ndim, x.dtype, x.is_cuda, x.T, x.grad, x.requires_grad


@torch.jit.script
def f91(x):
    try_ = x
    match = x
    type = 3
    return try_ + match + type


@torch.jit.script
def f92(x, y: bool):
    z = x
    if y and x.sum() > 3:
        z = x * 2
    if y or x.sum() > 3:
        z = x * 3
    if not y:
        z = x * 4
    return z


@torch.jit.script
def f93(n: int):
    a, b = 0, 1
    while a < n:
        a, b = b, a + b
    return a


@torch.jit.script
def of_list(xs: List[Optional[torch.Tensor]]):
    y = xs[0]
    assert y is not None
    for x in xs:
        assert x is not None
        y = y + x
    return y


number = 3


def helper(x):
    return x


# Its functions hide those of the file.
def outer():
    def helper(x, y):
        return x + y

    def number(x):
        return x

    @torch.jit.script
    def f(x):
        return helper(x, number(x))

    return f


outer()


class Net(torch.nn.Module):
    __constants__ = ["flag"]

    def __init__(self):
        super().__init__()
        self.w = torch.nn.Parameter(torch.ones(2))
        self.bias = None
        self.flag = False
        self.layers = torch.nn.ModuleList([torch.nn.Linear(2, 2), torch.nn.ReLU()])

    def forward(self, x):
        if self.flag:
            return nosuch
        if self.bias is not None:
            x = x + self.bias.nosuch
        if hasattr(self, "other"):
            x = self.other(x)
        for layer in self.layers:
            y = layer(x)
        return self.helper(y, n=2)

    def helper(self, x, n: int = 1):
        return x * n * self.w

    @torch.jit.export
    def exported(self, xs: List[int]) -> int:
        return len(xs) + 1

    @torch.jit.ignore
    def ignored(self, x):
        return nosuch

    def unreached(self, x):
        return nosuch


net = torch.jit.script(Net())
print("all of them")
