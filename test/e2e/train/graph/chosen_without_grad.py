# A tensor keeps its graph where paths join while no graph is recorded.
import torch


def either(x):
    w = torch.ones(2, requires_grad=True)
    v = torch.ones(2, requires_grad=True)
    a, b = (w * 2).sum(), (v * 3).sum()
    with torch.no_grad():
        c = a
        if x.sum() > 2:
            c = b
    c.backward()
    print(w.grad, v.grad)


def last(x):
    w = torch.ones(2, requires_grad=True)
    total = (w * 0.5).sum()
    with torch.no_grad():
        for i in range(int(x[1])):
            print(total.item(), i)
    total.backward()
    print(w.grad)


def kept(x):
    w = torch.ones(2, requires_grad=True)
    xs = [(w * 2).sum()]
    with torch.no_grad():
        for i in range(int(x[1])):
            xs.append((w * i).sum())
    xs[0].backward()
    print(w.grad, len(xs))


for x in (torch.tensor([1.0, 2.0]), torch.tensor([1.0, 0.0])):
    either(x)
    last(x)
    kept(x)
