# expect: COMPILE ERROR 19 order
# A dict of compile time whose keys came in one order or the other cannot become
# one of the run.
import torch

x = torch.rand(2)
outer = {}
if x[0].item() > -1:
    outer["p"] = {}
    outer["n"] = 1.5
inner = outer["p"]
if x[1].item() > 0.5:
    inner["a"] = 1
    inner["b"] = 2
else:
    inner["b"] = 2
    inner["a"] = 1
key = "c" if x[0].item() > 0.5 else "d"
inner[key] = 3
print(inner)
