# What is detached stops derivatives, a leaf as well.
import torch
x = torch.tensor([1.0, 2.0], requires_grad=True)
d = x.detach()
print(torch.autograd.grad((x * d).sum(), [x]))
print(torch.autograd.grad((x * x.detach()).sum(), [x]))
y = x * 3
print(torch.autograd.grad((y * y.detach()).sum(), [x]))
with torch.no_grad():
    k = x * 2
    j = x
print(torch.autograd.grad((x * k).sum(), [x]))
print(torch.autograd.grad((x * x.data).sum(), [x]))
x.sum().backward()
print(x.grad)
print(torch.autograd.grad(torch.nn.functional.mse_loss(x, x.detach() * 2), [x]))
