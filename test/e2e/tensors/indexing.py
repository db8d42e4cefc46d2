# Reading and writing with integers, slices, None, ..., lists and tensors.
import torch

x = torch.arange(24.0).reshape(2, 3, 4)
print(x[1, 2, 3], x[0, 1], x[-1, -1], x[:, 0], x[..., 1], x[0, ..., 2], x[None, 0].shape, x[:, None, 1].shape)
print(x[0, 1:3, ::2], x[:, :, 1:-1].shape, x[0, -2:], x[1:0].shape, x[0, 0, 5:].shape, x[0, 0, -3:2])
idx = torch.tensor([2, 0])
print(x[0, idx], x[:, idx].shape, x[0][idx, idx], x[0, 0, [0, 3, 3]], x[0, :, torch.tensor([[0, 1], [2, 3]])].shape)
mask = x[0, 0] > 1
print(x[0, 0][mask], x[x > 20], (x > 20).nonzero(), x[0][torch.tensor([True, False, True])])
print(x.index_select(1, idx)[0], torch.gather(x[0], 1, torch.tensor([[0], [1], [2]])), x.view(-1)[idx])
print(torch.where(x[0] > 5, x[0], torch.zeros(())), torch.masked_select(x[1], x[1] > 20), x[0].diagonal())
y = torch.zeros(3, 4)
y[0] = 1
y[1, 2] = 5.5
y[:, 3] = torch.tensor([7.0, 8.0, 9.0])
y[1:, :2] = torch.ones(2, 1) * 3
y[torch.tensor([0, 2]), torch.tensor([1, 1])] = -1
y[y == 7] = 70
y[-1] += 100
print(y)
z = torch.zeros(3, 4)
z.scatter_(1, torch.tensor([[0], [2], [3]]), 1.0)
z.add_(0)
print(z, z.scatter(0, torch.tensor([[1, 1, 1, 1]]), torch.full((1, 4), 2.0)))


@torch.jit.script
def script(x: torch.Tensor, i: int):
    a = x[i]
    b = x[:, i]
    c = x[i:, -1]
    d = x[x > 15.0]
    y = x.clone()
    y[i] = 0
    y[:, 1] = torch.arange(x.size(0), dtype=x.dtype)
    for k in range(y.size(1)):
        y[0, k] = y[0, k] * k
    return a.sum(), b, c, d.size(0), y


print(script(x[1], 1), script(x[0], 2)[1])
