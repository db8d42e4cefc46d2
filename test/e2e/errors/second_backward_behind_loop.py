# The last iteration has released its graph.
import torch

w = torch.tensor([0.5, 2.0], requires_grad=True)
h = torch.ones(2)
for ep in range(3):
    h = torch.tanh(h.detach() * w)
    h.sum().backward()
print(w.grad)
g = torch.autograd.grad((h * w).sum(), [w])
print(g)
