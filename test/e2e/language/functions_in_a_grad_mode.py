# torch.no_grad() and torch.enable_grad() called with a function make one of it.
import torch

w = torch.tensor([2.0], requires_grad=True)


def loss():
    return (w * w).sum()


def taken():
    l = loss()
    l.backward()
    return l


print(loss().requires_grad, torch.no_grad()(loss)().requires_grad)


@torch.no_grad()
def step(closure):
    value = torch.enable_grad()(closure)()
    w.sub_(0.1 * w.grad)
    w.grad.zero_()
    return value


for _ in range(3):
    print(step(taken).item(), w)
with torch.no_grad():
    print(torch.enable_grad()(lambda a: a * w)(3.0).requires_grad, loss().requires_grad)
    print(torch.enable_grad()(torch.no_grad()(loss))().requires_grad)
