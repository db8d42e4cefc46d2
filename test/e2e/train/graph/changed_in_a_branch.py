# A branch changes a leaf between the forward pass and the gradient, or not.
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
x = torch.tensor([3.0, 4.0])
for step in range(4):
    loss = (w * w * x).sum()
    if loss.item() > 100.0:
        with torch.no_grad():
            w.mul_(0.5)
    loss.backward()
    print(step, loss, w.grad)
    with torch.no_grad():
        w -= 0.1 * w.grad

# What is computed behind the branch.
v = torch.tensor([1.0, 2.0], requires_grad=True)
for step in range(3):
    if v.sum() > 2.5:
        with torch.no_grad():
            v.mul_(0.5)
    loss = (v ** 3).sum()
    loss.backward()
    print(loss, v.grad)
    v.grad = None

# On the other path nothing reads it.
u = torch.tensor([1.0, 2.0], requires_grad=True)
for step in range(3):
    if u.sum() > 2.5:
        out = (x * x).sum() + u.sum()
        with torch.no_grad():
            u.mul_(0.5)
    else:
        out = (u * u).sum()
    out.backward()
    print(out.item(), u.grad)

# Here it has changed.
w = torch.tensor([10.0, 20.0], requires_grad=True)
for step in range(4):
    loss = (w * w * x).sum()
    if loss.item() > 100.0:
        with torch.no_grad():
            w.mul_(0.5)
    loss.backward()
    print(step, loss, w.grad)
