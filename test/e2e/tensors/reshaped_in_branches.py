# Tensors that a branch gives another shape, order or storage in place.
import torch

yes = bool(torch.ones(1).sum() > 0)
no = not yes


def turned(x, c):
    y = x.clone()
    if c:
        y.t_()
    else:
        y += 1
    return y.sum(1)


for c in (yes, no):
    a = torch.arange(6.0).reshape(2, 3)
    if c:
        a.transpose_(0, 1)
    print(a.shape, a, a.sum(0))

    # What shares its elements sees what is written to it, and the other way round.
    base = torch.arange(4.0).reshape(2, 2)
    view = base[:]
    if c:
        view.t_()
    view[0, 1] = 10
    print(base, view)
    base[1, 0] = 20
    print(base, view)
    base.mul_(2)
    print(view)

    b = torch.ones(1, 3)
    if c:
        b.squeeze_(0)
    else:
        b.unsqueeze_(-1)
    print(b.shape, (b * 2).sum())

    d = torch.arange(4.0).reshape(2, 2)
    if c:
        d.t_()
        d[0, 1] = 7
    else:
        d.unsqueeze_(0).squeeze_(0)
    d[1, 1] = 9
    print(d)

    w = torch.tensor([1.0, 2.0, 3.0, 4.0], requires_grad=True)
    y = (w * w).reshape(2, 2)
    if c:
        y.t_()
    (y * torch.tensor([[1.0, 2.0], [3.0, 4.0]])).sum().backward()
    print(w.grad)

    s = torch.zeros(2)
    if c:
        s.data = torch.ones(2)
    print(s)
    print(turned(torch.arange(6.0).reshape(3, 2), c))


class Holder:
    def __init__(self):
        self.x = torch.arange(6.0).reshape(2, 3)


h = Holder()
xs = [torch.arange(2.0).reshape(1, 2)]
n = int(torch.tensor(3))
for i in range(n):
    z = torch.arange(4.0).reshape(2, 2) + i
    if i % 2 == 1:
        z.t_()
    z[0, 1] = -1
    print(z)
if yes:
    h.x.t_()
    xs[0].t_()
print(h.x, xs)

# Two names of one tensor stay so.
for c in (yes, no):
    r = q = torch.arange(6.0).reshape(2, 3)
    if c:
        q.t_()
    q.unsqueeze_(0)
    print(r.shape, q.shape)
    if c:
        r = q = r + 1
    else:
        r = q = r - 1
    q.squeeze_(0)
    q[0, 0] = 5
    print(r)
