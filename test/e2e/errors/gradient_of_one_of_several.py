# expect: COMPILE ERROR 10 gradient
import torch

w = torch.tensor([1.0], requires_grad=True)
x = torch.tensor([2.0])
t = w
if bool(x.sum() > 0):
    t = x
(w * 2).sum().backward()
print(t.grad)
