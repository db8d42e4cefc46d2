# No zero has a negative power.
import torch

x = torch.tensor([0.0, -1.0, 2.0])
print(x[2].item() ** x[1].item(), x[0].item() ** x[2].item())
print(x[0].item() ** x[1].item())
