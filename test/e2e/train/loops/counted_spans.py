# Truncated backpropagation: `range(t, t + 4)` has 4 numbers. What a count decides about gradients
# is known behind the loop as well.
import torch

x = torch.arange(10.0)
t0 = 0
h = torch.zeros(2)
w = torch.ones(2, requires_grad=True)
while t0 < 8:
    for t in range(t0, t0 + 4):
        h = torch.tanh(h + w * x[t] * 0.1)
    print(h.requires_grad, h)
    h.sum().backward()
    h = h.detach()
    t0 += 4
print(w.grad)

h = w * 1
for i in range(3):
    h = h * w
    if i == 1:
        h = h.detach()
print(h.requires_grad)
for i in range(3):
    h = h * w
    if i == 2:
        h = h.detach()
print(h.requires_grad)
