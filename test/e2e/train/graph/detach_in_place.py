# detach_() cuts a tensor off where it is.
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
h = w * 2
h.detach_()
print(h.requires_grad, h.is_leaf, h)
(h * w).sum().backward()
print(w.grad)
p = torch.ones(2, requires_grad=True)
q = p.detach_()
print(p.requires_grad, q is p)
m = torch.nn.Linear(2, 1)
for p in m.parameters():
    p.detach_().requires_grad_(False)
print([p.requires_grad for p in m.parameters()])
with torch.no_grad():
    m.weight.fill_(0.5)
    m.bias.fill_(0.1)
x = torch.ones(1, 2, requires_grad=True)
m(x).sum().backward()
print(m.weight.grad is None, x.grad)

# Truncated back-propagation, in place.
w = torch.tensor([0.9, 1.1], requires_grad=True)
h = torch.ones(2)
for t in range(9):
    h = h * w + 0.1 * t
    if t % 3 == 2:
        h.sum().backward()
        h.detach_()
print(h.tolist(), w.grad)
try_view = (w * 2)[:1]
print(try_view.detach().requires_grad)
