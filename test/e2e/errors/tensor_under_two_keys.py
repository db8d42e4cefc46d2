# expect: COMPILE ERROR 12 several
# One tensor under two keys of one path: the change would have to be seen in
# both.
import torch

x = torch.rand(2)
d = {}
if x[0].item() > 0.5:
    t = x * 2
    d["p"] = t
    d["q"] = t
d["p"].add_(1)
print(d["q"])
