# expect: COMPILE ERROR 11 default
# The default dtype depends on what the run reads: an error where it matters.
import torch

x = torch.rand(1)
if x.item() > 0.5:
    torch.set_default_dtype(torch.float64)
y = torch.zeros(2, dtype=torch.float32) * 0.5 + torch.ones_like(x)
n = torch.arange(3) * 2
print(y.sum().item(), n.tolist())
print(torch.zeros(2).dtype)
