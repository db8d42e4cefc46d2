# expect: COMPILE ERROR 8 default
# As each iteration leaves another default dtype than it found, none is known in it.
import torch

x = torch.arange(3)
while x.sum() < 1000:
    x = x * 2
    print((x / 2).sum().item())
    if torch.get_default_dtype() == torch.float32:
        torch.set_default_dtype(torch.float64)
    else:
        torch.set_default_dtype(torch.float32)
