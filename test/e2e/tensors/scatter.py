# Writing and adding where tensors say: index_put, scatter, index_add and what counts.
import torch

y = torch.zeros(3, 4)
y[torch.tensor([0, 2]), torch.tensor([1, 1])] = -1
y[torch.tensor([1, 2])] = torch.arange(4.0)
y[:, torch.tensor([3, 0])] += torch.tensor([10.0, 20.0])
y[y > 9] = 5
y[y == 5] += 2
y[y < 0] = torch.tensor([8.0])
y[torch.tensor([False, True, False]), 1:3] = torch.tensor([50.0, 60.0])
y[..., [2]] *= 3
print(y)
v = y[1:]
v[:, torch.tensor([0, 2])] = torch.tensor([[100.0, 200.0], [300.0, 400.0]])
v[v > 250] = torch.tensor([7.0, 8.0])
y.t()[torch.tensor([1, 3]), 0] = 99
print(y)

z = torch.zeros(5)
idx = torch.tensor([1, 3, 1])
z[idx] += 1
print(z)
z.index_put_((idx,), torch.tensor([1.0, 2.0, 3.0]), accumulate=True)
print(z, z.index_put((idx,), torch.tensor(9.0)))

x = torch.arange(6.0).view(2, 3)
print(x.scatter(1, torch.tensor([[0, 2], [1, 1]]), torch.tensor([[10.0, 20.0], [30.0, 40.0]])))
x.scatter_(1, torch.tensor([[0], [2]]), 1.0)
x.scatter_add_(0, torch.tensor([[0, 0, 0], [0, 1, 1]]), torch.ones(2, 3))
print(x, x.scatter(1, torch.tensor([[0, 0]]), torch.full((1, 2), 3.0), reduce="multiply"))
places = torch.tensor([[0, 0, 1], [1, 1, 1]])
source = torch.arange(6.0).view(2, 3)
for how in ("sum", "amax", "amin", "prod", "mean"):
    print(x.scatter_reduce(1, places, source, how), x.scatter_reduce(1, places, source, how, include_self=False))
w = torch.zeros(3, 4, dtype=torch.int64)
w.index_add_(0, torch.tensor([0, 2, 0]), torch.ones(3, 4, dtype=torch.int64), alpha=2)
w.index_copy_(1, torch.tensor([3, 0]), torch.tensor([[1, 2], [3, 4], [5, 6]]))
w.index_fill_(1, torch.tensor([1, -2]), 7)
print(w, w.take(torch.tensor([0, 5, -1])), torch.bincount(torch.tensor([0, 1, 1, 3])))
print(torch.histc(torch.tensor([1.0, 2.0, 1.0]), bins=4, min=0, max=3))


@torch.jit.script
def script(x: torch.Tensor, i: torch.Tensor, j: torch.Tensor):
    w = x.clone()
    w[i, j] = 5
    w[i] += 1
    w[:, j] *= 2
    w[0, i] = torch.zeros(2)
    return x[i, j], x[:, i], w


print(script(torch.arange(9.0).reshape(3, 3), torch.tensor([0, 2]), torch.tensor([1, 1])))
z[torch.tensor([5])] = 1
