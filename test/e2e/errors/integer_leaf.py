# expect: COMPILE ERROR 5 floating
import torch

w = torch.ones(2, requires_grad=True)
torch.ones(2, dtype=torch.long, requires_grad=True)
print(w)
