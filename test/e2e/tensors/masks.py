# Sizes that depend on data: masks, nonzero, several tensors as indices.
import torch

x = torch.arange(24.0).reshape(2, 3, 4)
i, j = torch.tensor([0, 2]), torch.tensor([[1], [-1]])
print(x[x > 20], (x > 20).nonzero(), x[:, torch.tensor([True, False, True])], x[x[..., 0] > 7])
print(x[:, :, x[0, 0] > 1].shape, torch.masked_select(x[1], x[1] > 20), x[[True, False]].shape)
print(x[:, i, i], x[1, i, j], x[i % 2, :, i], x[None, :, i, i].shape, x[i % 2, i, i], x[..., i, i].shape)
print(x[[0, 1], [1, 2]], x[[]].shape, x[True].shape, x[False].shape, x[torch.tensor(True)].shape)
m = torch.tensor([[1.0, 0.0], [0.0, 4.0]])
print(torch.where(m > 0), torch.nonzero(m), torch.nonzero(m, as_tuple=True), torch.where(m == 9)[0].shape)
print(torch.nonzero(torch.tensor(3)), torch.count_nonzero(m), torch.argwhere(m))
m.masked_fill_(m > 3, -1.0)
print(m, m.masked_fill(torch.tensor([True, False]), 7), m.masked_scatter(m == 0, torch.arange(10.0, 14.0)))


@torch.jit.script
def script(x: torch.Tensor, t: float):
    d = x[x > t]
    y = x.clone()
    y[y > t] = 0.
    n = d.size(0)
    z = torch.zeros(n)
    z[0] = 1
    return d, y, n, d.sum(), d * 2 + z, d.max()


print(script(torch.arange(8.0), 4.5))
