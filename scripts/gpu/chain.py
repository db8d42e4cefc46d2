# The smallest thing that a GPU can do for a program; the numbers are exact.
import torch

x = torch.arange(1000.0).to("cuda")
y = x * 0.5 + 1.0
print(y.sum().item(), y[999].item())
print(y[:4])
