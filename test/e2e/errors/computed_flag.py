# expect: COMPILE ERROR 5 leaf
import torch

w = torch.ones(2, requires_grad=True)
(w * 2).requires_grad = False
print(w)
