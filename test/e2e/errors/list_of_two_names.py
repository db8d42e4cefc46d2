# expect: COMPILE ERROR 8 name
# One object under two names, changed by one of them and read by the other.
import torch

w = torch.ones(2, requires_grad=True)
a = [w * 2]
other = [w * 3]
if torch.rand(1).item() < 0.5:
    c = a
else:
    c = other
c.append(w * 4)
a.append(w * 5)
(torch.stack(a).sum() + torch.stack(c).prod()).backward()
