# What is rolled along a size that only the run knows is new: it may change in place.
import torch

size = int(torch.ones(4).sum())
for n in (0, 1, size):
    x = torch.arange(2 * n).view(2, n)
    out = []
    for k in range(3):
        out.append(x * 2)
        x = torch.roll(x, 1, 1)
        x[:, :1] = 9
    print(torch.cat(out), torch.roll(x, (1, -1), (0, 1)), x.roll(3))
