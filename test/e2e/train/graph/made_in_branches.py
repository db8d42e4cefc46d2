"""What requires a gradient in a branch or loop only, and by what is written to a part of it."""
import torch

n = int((torch.arange(4) < 2).sum())
x = torch.ones(2, requires_grad=True)


def written():
    out = torch.zeros(3)
    out[:2] = x
    return out


# A tensor of which a part was written requires a gradient where paths meet.
r = written()
for i in range(n):
    r = written() * (i + 1)
print(r.requires_grad)
r.sum().backward()
print(x.grad)

x.grad = None
r = torch.zeros(3)
for i in range(n):
    r = written()
    r[2:] = x[:1] * 3
(r * r).sum().backward()
print(x.grad)

x.grad = None
r = written()
if n > 1:
    r = written()
    r.narrow(0, 1, 2).copy_(x * 2)
print(r.requires_grad)
(r * r).sum().backward()
print(x.grad)

x.grad = None
rows = [written() for i in range(n)]
torch.stack(rows).pow(2).sum().backward()
print(x.grad)

# A leaf that only a branch has.
x.grad = None
y = x * torch.tensor([2.0, 3.0], requires_grad=True)
if n > 1:
    y = x * torch.tensor([4.0, 5.0], requires_grad=True)
(y * y).sum().backward()
print(x.grad)

x.grad = None
y = x * 2
for i in range(n):
    w = torch.full((2,), 2.0 + i, requires_grad=True)
    y = y * w
(y * y).sum().backward()
print(x.grad)


def task(a):
    out = torch.zeros(3)
    out[1:] = a
    return out


x.grad = None
futures = [torch.jit.fork(task, x * (i + 1)) for i in range(2)]
total = torch.stack([torch.jit.wait(f) for f in futures]).sum(0)
print(total.requires_grad)
(total * total).sum().backward()
print(x.grad)

# A loop that runs makes a leaf where there was none.
t = torch.ones(2)
for i in range(int(torch.tensor([1.0, 2.0])[1])):
    t = torch.ones(2) * (i + 1)
    t.requires_grad_()
print(t.requires_grad, t.is_leaf)
(t * t).sum().backward()
print(t.grad)
