# expect: COMPILE ERROR 12 order
# Which key came first, only the run knows.
import torch

d = {}
for i in range(5):
    if torch.rand(1).item() < 0.5:
        d["x"] = i
    else:
        d["y"] = "s" + str(i)
print(len(d), sorted(d))
for k in d:
    print(k)
