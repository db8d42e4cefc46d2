# Leaves that a branch or loop uses, but not for what is differentiated.
import torch

n = int(torch.tensor(2))
w = torch.tensor([1.0, 2.0], requires_grad=True)
v = torch.tensor([3.0], requires_grad=True)
c = torch.tensor([1.0], requires_grad=True)
for i in range(n):
    other = v * 2
    h = w * (i + 1)
h.sum().backward()
print(w.grad, v.grad)
w.grad = None
if c.sum() > 0:
    y = (w * w).sum()
else:
    y = w.sum()
y.backward()
print(w.grad, c.grad)
opt = torch.optim.SGD([w, v, c], lr=0.1, weight_decay=0.5, momentum=0.9)
k = 0
while k < n:
    opt.zero_grad()
    unused = (v + c).sum()
    loss = (w * 3).sum()
    loss.backward()
    opt.step()
    k += 1
print(w, v, c)
