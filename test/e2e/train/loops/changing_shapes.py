# Backward passes of loops that give tensors other sizes, also under another name.
# tolerance: 1e-6
import torch
torch.manual_seed(0)
x = torch.arange(6.)
n = int(x[3])
w = torch.randn(3, requires_grad=True)
h = w * 2
other = h
for i in range(n):
    other = h
    h = torch.cat([h, h * w.sum()])
(h.sum() + other.pow(2).sum()).backward()
print(h.shape, other.shape, w.grad)
w2 = torch.randn(3, requires_grad=True)
h = w2 * 2
keep = h
for i in range(n):
    keep = h * 3
    h = torch.cat([h[1:], keep])
    k2 = keep[:1] * h[:1]
(h.sum() + (keep * keep).sum() + k2.sum()).backward()
print(h.shape, keep.shape, w2.grad)
