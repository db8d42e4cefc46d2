# expect: COMPILE ERROR 5 view
import torch

w = torch.ones(2, requires_grad=True)
w[0] = 3
print(w)
