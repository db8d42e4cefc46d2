# Derivatives of derivatives that a loop takes.
# tolerance: 1e-5
import torch

t = torch.tensor(0.5, requires_grad=True)
y = torch.sin(t) * torch.exp(t)
for k in range(4):
    y, = torch.autograd.grad(y, t, create_graph=True)
    print(k + 1, y.item())

# Steps through which the loss behind the loop is derived.
w = torch.tensor([1.0, -2.0], requires_grad=True)
x = torch.tensor([0.3, 0.7], requires_grad=True)
fast = w
for k in range(5):
    g, = torch.autograd.grad(((fast - x) ** 2).sum(), fast, create_graph=True)
    fast = fast - 0.1 * g
(fast ** 2).sum().backward()
print(w.grad, x.grad)
