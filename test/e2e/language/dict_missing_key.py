# A key that this path has not set is Python's error.
import torch

x = torch.tensor([1.0, 2.0])
d = {"a": x}
if x[0].item() > 5:
    d["n"] = 1
print(len(d), d.get("n", 5))
print(d["n"])
