# Views of dicts are lists in TorchScript; a list of compile time beside one of run time.
import torch
from typing import List, Dict

@torch.jit.script
def main(l: List[int], d: Dict[str, int]) -> List[int]:
    ks = d.keys()
    vs = d.values()
    its = d.items()
    d["z"] = 1
    d["a"] = 2
    d["z"] += 5
    print(ks, vs, its, d.keys()[0], len(d.items()))
    for k in d:
        print(k, d[k])
    print(d.keys(), d.values(), d.items(), "a" in d, d.get("q", 4), d.pop("a"), d)
    print(d.setdefault("n", 3), d, len(d), d.get("zz"))
    d.update({"z": 0, "y": 9})
    print(d)
    del d["z"]
    print(d, list(d.keys()))
    e = d.copy()
    d.clear()
    print(d, e)
    e2 = e
    e2["k"] = 5
    print(e, dict([("a", 1), ("b", 2)]), dict(e))
    for k in e.keys():
        e[k] = e[k] * 2
    print(e)
    return l

print(main([3, 1, 2], {"q1": 1}))
from torch import Tensor
@torch.jit.script
def mixed(n: int) -> Tensor:
    st = [1.0, 2.0, 3.0]
    rt: List[int] = []
    for i in range(n):
        rt.append(i * 2)
    s = 0.0
    for a, b in zip(st, rt):
        print(a, b)
        s += a * b
    for i, (a, b) in enumerate(zip(rt, ["x", "y"])):
        print(i, a, b)
    ts = [torch.ones(2) * a for a in st]
    t = torch.zeros(2)
    for x, k in zip(ts, rt):
        t = t + x * k
    return t * s
print(mixed(2))
print(mixed(int(torch.tensor(5))))
