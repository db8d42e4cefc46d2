# Lists in TorchScript: methods, slices, aliasing, lists of lists, lists whose
# length depends on data.
from typing import List, Tuple

import torch


@torch.jit.script
def methods(n: int):
    l = [5, 3, 8]
    l.append(n)
    l.extend([1, 2])
    l.insert(0, 9)
    print(l, len(l), l[0], l[-1], l.index(8), l.count(3))
    print(l.pop(), l.pop(1), l)
    l.remove(8)
    l.reverse()
    print(l, 3 in l, 100 in l, sum(l), max(l), min(l))
    l.sort()
    print(l, sorted(l), l[1:3], l[::-1], l[:-1], l[::2])
    l[1] = 70
    del l[0]
    print(l, l + [1], l * 2, l == [70, 9], l != [])
    l.clear()
    print(l, len(l) == 0)


@torch.jit.script
def aliases():
    a = [1, 2]
    b = a
    c = a.copy()
    b.append(3)
    a += [4]
    a = a + [5]
    print(a, b, c)


@torch.jit.script
def collect(x: torch.Tensor) -> List[float]:
    out: List[float] = []
    for i in range(x.size(0)):
        v = float(x[i].item())
        if v > 0:
            out.append(v * 2)
    return out


@torch.jit.script
def nested(n: int) -> List[List[int]]:
    rows: List[List[int]] = []
    for i in range(n):
        row: List[int] = []
        for j in range(i + 1):
            if j == 0 or j == i:
                row.append(1)
            else:
                row.append(rows[i - 1][j - 1] + rows[i - 1][j])
        rows.append(row)
    return rows


@torch.jit.script
def pairs(words: List[str]) -> List[Tuple[str, int]]:
    out: List[Tuple[str, int]] = []
    for w in words:
        out.append((w, len(w)))
    return out


@torch.jit.script
def tensors(n: int):
    parts: List[torch.Tensor] = []
    for i in range(n):
        parts.append(torch.full([2], float(i)))
    print(torch.stack(parts).sum(), torch.cat(parts, 0).shape, len(parts))
    first, second = parts[0], parts[1]
    print(second - first)
    evens = [p for p in parts]
    squares = [i * i for i in range(n)]
    print(len(evens), squares, any([s > 3 for s in squares]), all([s > 3 for s in squares]))


methods(4)
aliases()
print(collect(torch.tensor([1.0, -1.0, 2.5])), collect(torch.tensor([-1.0])))
print(nested(5))
print(pairs(["a", "bcd"]))
tensors(4)

# And in Python.
l = [3, "x", None, 2.5]
l.append([1])
print(l, l[::-1], l[1:3], [*l, 7], len(l), l.index("x"))
grid = [[i * j for j in range(3)] for i in range(3) if i != 1]
print(grid, [v for row in grid for v in row], sorted([3, 1, 2]), list(reversed([1, 2, 3])))
a, *rest = [1, 2, 3]
print(a, rest, [0] * 3, list(range(4)), tuple([1, 2]), (1,) + (2,))
