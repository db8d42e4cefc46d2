# Dicts in a dict, which some paths make, fill and take away.
from collections import defaultdict

import torch

torch.manual_seed(12)
outer = {}
for i in range(12):
    x = torch.randn(2)
    if x[0].item() > 0:
        if "p" not in outer:
            outer["p"] = {}
        inner = outer["p"]
        if x[1].item() > 0:
            inner["hi"] = x
        else:
            inner["lo"] = i
        inner["n"] = inner.get("n", 0) + 1
    elif x[1].item() > 0:
        outer.pop("p", None)
    print(i, len(outer), len(outer["p"]) if "p" in outer else -1)
if "p" in outer:
    print(outer["p"].get("hi"), outer["p"].get("lo"), outer["p"]["n"])

stats = defaultdict(dict)
history = defaultdict(list)
for i in range(6):
    v = torch.randn(3)
    if v.sum().item() > 0:
        stats["pos"]["n"] = stats["pos"].get("n", 0) + 1
        stats["pos"]["last"] = v
        history["pos"].append(i)
    else:
        stats["neg"]["n"] = stats["neg"].get("n", 0) + 1
        history["neg"].append(float(i))
print(stats["pos"], stats["neg"], history["pos"], history["neg"])

table = {}
for i in range(4):
    v = torch.randn(2)
    if v[0].item() > 0:
        if "row" not in table:
            table["row"] = {"n": 0, "v": v, "s": "x"}
        row = table["row"]
        row["n"] += 1
        row["v"] = v
if "row" in table:
    r = table["row"]
    r["n"] += 100
    print(table["row"]["n"], r["v"])
