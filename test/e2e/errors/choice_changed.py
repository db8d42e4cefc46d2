# expect: COMPILE ERROR 7 another
import torch

a = {"m": torch.zeros(2), "n": 0}
b = {"m": torch.ones(3), "n": 1}
c = a if torch.rand(1).item() > 0.5 else b
c["n"] += 1
print(a, b)
