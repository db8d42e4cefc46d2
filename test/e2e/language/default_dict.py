# Dicts with tensors as keys, by identity, and dicts that make what is missing.
from collections import defaultdict

import torch

x, y = torch.ones(3), torch.ones(3)
names = {x: "x", y: "y"}
print(names[x], names[y], x in names, torch.ones(3) in names, len(names))
state = defaultdict(dict)
for i in range(3):
    for t in (x, y):
        own = state[t]
        if len(own) == 0:
            own["count"] = 0
            own["sum"] = torch.zeros(3)
        own["count"] += 1
        own["sum"].add_(t, alpha=i)
for t, own in state.items():
    print(names[t], own["count"], own["sum"])
groups = defaultdict(list, {"a": [1]})
groups["b"].append(2)
groups["a"].append(3)
print(groups["a"], groups["b"], "c" in groups, groups.get("c"), len(groups))
