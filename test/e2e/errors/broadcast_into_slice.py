# What does not fit the slice is not written: it would be computed in its place.
import torch


@torch.jit.script
def added(a: int, b: int, c: int, d: int):
    y = torch.zeros(a)
    y[b:c] += torch.arange(d) * 1.0
    print(y)


t = torch.rand(5) * 0 + torch.tensor([4.0, 3.0, 4.0, 2.0, 1.0])
a, b, c, d, one = [int(t[i].item()) for i in range(5)]
added(a, d, c, d)
added(a, d, c, one)
added(a, b, c, 1000 * c)
