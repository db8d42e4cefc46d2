# A state that tasks change, and its gradient through earlier iterations.
# tolerance: 1e-5
import torch

torch.manual_seed(0)
@torch.jit.script
def cell(x, h, w):
    return torch.tanh(x @ w + h)
w = torch.randn(3, 3, requires_grad=True)
h = torch.zeros(2, 3)
loss = torch.zeros(())
for t in range(9):
    fut = torch.jit.fork(cell, torch.randn(2, 3), h, w)
    h = torch.jit.wait(fut)
    loss = loss + h.sum()
    if t % 3 == 2:
        loss.backward()
        print(w.grad)
        with torch.no_grad():
            w -= 0.1 * w.grad
            w.grad.zero_()
        h = h.detach()
        loss = torch.zeros(())
