# What TorchScript prints for numbers, strings and containers.
from typing import Dict, List, Optional, Tuple

import torch


@torch.jit.script
def scalars(i: int, x: float, b: bool, s: str, o: Optional[int]):
    print(i, x, b, s, o)
    print(x * 2, x / 3, x * 1e20, x * 1e-20, -x, x - x, float(i), i / 4)
    print(1.0, -0.0, 1e16, 2.0 ** 62, 1e100, 0.1, 100000.5)
    print()
    print("text", "", "two words")
    print(str(x), str(i) + s, str(b), f"{x}|{i}|{s}|{o}")


@torch.jit.script
def containers(l: List[int], f: List[float], d: Dict[str, float], t: Tuple[int, str], e: List[str]):
    print(l, f, d, t, e)
    print([l, l], (t, 1.5), {"k": l}, (1,), [(1, 2.0)], [True, False])
    empty: List[int] = []
    print(empty, len(empty), [""])


@torch.jit.script
def of_tensor(x: torch.Tensor):
    print(x.shape, x.size(), x.size(0), x.dim(), x.dtype, x.device, x.numel())
    print(x.shape[0], [x.size(0), 7], x.sum().item(), x.requires_grad, x.is_floating_point())


scalars(3, 2.0, True, "s", None)
scalars(-7, 0.3, False, "", 5)
containers([1, 2], [1.0, 0.5], {"a": 1.0, "b": 0.1}, (1, "x"), ["p", "q"])
of_tensor(torch.ones(2, 3))
of_tensor(torch.arange(3))
