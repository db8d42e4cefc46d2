# A leaf that only some iterations of a while loop use, in a branch, through
# what the loop carries: a bouncing ball.
import torch


def fall(v0, e, stop):
    h, v, t = torch.tensor(0.5), v0, 0.0
    while t < stop:
        h = h + v
        if h < 0:
            v = e * v
        t += 0.25
    return h


for start in (1.0, -1.0):
    v0 = torch.tensor(start, requires_grad=True)
    e = torch.tensor(0.7, requires_grad=True)
    unused = torch.tensor(2.0, requires_grad=True)
    h = fall(v0, e, 1.0) + 0.0 * v0
    h.backward()
    print(h.item(), v0.grad, e.grad, unused.grad)
