# expect: COMPILE ERROR 8 gradient
import torch

a = torch.tensor([1.0], requires_grad=True)
b = torch.tensor([2.0], requires_grad=True)
p = a if torch.rand(1).item() > 0.5 else b
(p * p).sum().backward()
print(p.grad)
