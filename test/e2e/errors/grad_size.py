# expect: COMPILE ERROR 5 size
import torch

w = torch.ones(2, requires_grad=True)
w.grad = torch.ones(3)
print(w)
