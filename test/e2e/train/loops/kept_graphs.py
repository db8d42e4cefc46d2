# Gradients in branches of loops, and behind loops, through graphs that are not released.
import torch

w = torch.tensor([0.5, 2.0], requires_grad=True)
h = torch.ones(2)
for ep in range(9):
    h = torch.tanh(h * w)
    if ep % 4 == 3:
        h.sum().backward()
        print(ep, w.grad)
        h = h.detach()
h.sum().backward()
print(w.grad)

h = torch.ones(2)
for ep in range(6):
    h = torch.tanh(h * w)
    if ep % 2 == 1:
        h.sum().backward(retain_graph=True)
print(w.grad)
h.sum().backward()
print(w.grad)

y = torch.exp(w)
for ep in range(6):
    if ep == 4:
        y.sum().backward()
print(w.grad)

total = torch.zeros(())
for ep in range(6):
    total = total + (w * w).sum()
    if ep % 3 == 2:
        total.backward()
        total = torch.zeros(())
print(w.grad, total)

for ep in range(3):
    out = torch.tanh(w * ep)
    out.sum().backward()
again = torch.tanh(w * 2)
(out.detach() * again).sum().backward()
print(w.grad)
for ep in range(3):
    out = w + ep
    out.sum().backward()
(out * 2).sum().backward()
print(w.grad)
