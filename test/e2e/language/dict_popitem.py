# popitem of dicts that are known, of those of the run, and of OrderedDict.
from collections import OrderedDict
from typing import Dict

import torch


# The last entry in Python, the first in TorchScript.
@torch.jit.script
def first_entries(d: Dict[str, int]) -> int:
    k, v = d.popitem()
    known = {1: 2.5, 0: 1.5}
    print(k, v, d, known.popitem(), known)
    return d.popitem()[1]


print(first_entries({"a": 1, "b": 2, "c": 3}))
d = {"x": 1, "y": [2], 3: None}
print(d.popitem(), d.popitem(), d)
d["z"] = 4
print(d.popitem(), d.popitem(), d, len(d))
try:
    d.popitem()
except KeyError as error:
    print("empty", error)
counts = {}
for i in range(int(torch.randint(40, 41, ()))):
    counts[i * i % 37] = i / 2
total = 0.0
while len(counts) > 5:
    k, v = counts.popitem()
    total += k * v
print(total, counts)
tensors = {"w": torch.ones(2), "b": torch.zeros(3)}
name, t = tensors.popitem()
t += 1
print(name, t, tensors)
ordered = OrderedDict([("a", 1), ("b", 2), ("c", 3)])
print(ordered.popitem(), ordered.popitem(last=False), ordered.popitem(False), len(ordered))
counts.clear()
counts.popitem()
