# expect: COMPILE ERROR 5 leaf
import torch

w = torch.ones(2, requires_grad=True)
w[torch.tensor([True, False])] = 2
print(w)
