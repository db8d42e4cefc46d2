# expect: COMPILE ERROR 5 view
import torch

w = torch.ones(2, requires_grad=True)
w.view(1, 2).mul_(2)
print(w)
