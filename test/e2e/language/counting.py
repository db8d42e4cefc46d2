# Keys, counts and sorted tuples: dicts and lists of strings.
import torch
from typing import Dict, List, Tuple
@torch.jit.script
def main(words: List[str]) -> Dict[str, int]:
    counts: Dict[str, int] = {}
    for w in words:
        if w in counts:
            counts[w] += 1
        else:
            counts[w] = 1
    best = ""
    for k, v in counts.items():
        if best == "" or v > counts[best]:
            best = k
    print(best, counts[best])
    inv: Dict[int, List[str]] = {}
    for k, v in counts.items():
        if v not in inv:
            e: List[str] = []
            inv[v] = e
        inv[v].append(k)
    for n in sorted(list(inv.keys())):
        print(n, inv[n])
    m: List[Tuple[int, str]] = []
    for k, v in counts.items():
        m.append((v, k))
    m.sort()
    print(m)
    return counts
print(main("a b a c b a".split(" ")))
from torch import Tensor
from typing import List, Dict, Optional, Tuple

@torch.jit.script
class Vec:
    def __init__(self, x: float, y: float):
        self.x = x
        self.y = y
    def __lt__(self, o: "Vec") -> bool:
        return self.norm() < o.norm()
    def norm(self) -> float:
        return self.x * self.x + self.y * self.y

@torch.jit.script
def sort_objects(a: float) -> float:
    vs = [Vec(a, 2.), Vec(0., 1.), Vec(9., 1.)]
    vs.sort()
    for q in vs:
        print(q.norm())
    ws = sorted(vs)
    vs.sort(reverse=True)
    print([v.x for v in vs], [w.x for w in ws])
    return a

print(sort_objects(1.5))
