# expect: COMPILE ERROR 5 dtype
import torch

w = torch.ones(2, requires_grad=True)
w.grad = torch.ones(2, dtype=torch.float64)
print(w)
