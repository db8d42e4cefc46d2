# expect: COMPILE ERROR 11 several
# A branch gives a tensor and a view of it another storage.
import torch

x = torch.tensor([1.0, 2.0])
t = torch.zeros(2, 2)
v = t[0]
if x.sum() > 2:
    t = torch.zeros(2, 2)
    v = t[0][1:]
t.add_(1)
print(v)
