"""Operators that keep ints, or make floats of them, as PyTorch does."""
import torch
import torch.nn.functional as F

x = torch.arange(-3, 9).reshape(3, 4)
print(F.relu6(x), F.hardtanh(x, -1.5, 2.5))
print(F.threshold(x, 1.5, 7.9))
print(torch.nansum(x), torch.nansum(x, 1), torch.nan_to_num(x))
print(torch.copysign(x, -1.0), torch.copysign(x, x))
print(torch.addmm(x[:, :3], x, x.t(), beta=0.6, alpha=1.9))
print(torch.addmv(x[:, 0], x, x[0], beta=2, alpha=0.5))
print(x.to(torch.uint8).clamp(2, 5), F.relu(x))
