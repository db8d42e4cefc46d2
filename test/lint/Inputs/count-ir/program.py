# Two tasks beside each other, and an optimizer's step in a loop.
import torch


def powers(x, k: int):
    for _ in range(k):
        x = x * x
    return x


a = torch.jit.fork(powers, torch.rand(3), 3)
b = torch.jit.fork(torch.tanh, torch.rand(3))
print(torch.jit.wait(a) + torch.jit.wait(b))

x = torch.rand(8, 3)
w = torch.rand(3, 2, requires_grad=True)
bias = torch.rand(2, requires_grad=True)
for _ in range(10):
    loss = (x @ w + bias).pow(2).mean()
    dw, dbias = torch.autograd.grad(loss, (w, bias))
    with torch.no_grad():
        w -= 0.1 * dw
        bias -= 0.1 * dbias
print(w, bias)
