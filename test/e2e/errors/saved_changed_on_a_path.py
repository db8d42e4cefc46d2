# What a derivative reads was changed in place in a branch of a loop, or not.
import torch

for x in [torch.tensor([1.0, 0.0]), torch.tensor([1.0, 2.0])]:
    # These are read no more, or have a copy.
    w = torch.ones(2, requires_grad=True)
    t = torch.ones(2)
    c = t.clone()
    h = x.exp()
    y = (w * c).sum() + (w * 2).mul_(w).sum()
    s = (w + t).relu() * 3
    e = w.exp()
    for i in range(int(x[1])):
        t.add_(1)
    y.backward()
    s.sum().backward()
    print(w.grad, t)
    # A loop that trains on what it changes.
    for i in range(int(x[1]) + 2):
        loss = (w * t).sum() + (w * w).sum()
        w.grad = None
        loss.backward()
        with torch.no_grad():
            w -= 0.1 * w.grad
        t.mul_(0.5)
    print(w, t)
    v = torch.ones(2, requires_grad=True)
    u = torch.ones(2)
    z = (v * u).sum()
    n = int(x[1])
    while n > 0:
        if x[0] > 0:
            u.add_(1)
        n -= 1
    print("back")
    z.backward()
    print(v.grad)
