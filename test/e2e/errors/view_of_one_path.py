# A view that one path makes of a tensor which changes behind the paths.
# expect: COMPILE ERROR 10 several
import torch
t0 = torch.randn(1)
t1 = torch.arange(1.)
t3 = torch.arange(6.).reshape(3, 2)
if t1.sum() > -0.5:
    t3.mul_(2)
    v5 = t3.narrow(0, 0, 2)
t3.copy_(t1)
print(v5)
