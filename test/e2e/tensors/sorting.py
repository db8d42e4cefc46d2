# sort, topk, median, unique and their like; large enough to need n log n.
import torch

x = torch.tensor([[3.0, 1.0, 2.0], [0.5, float("nan"), -1.0]])
print(x.sort(), x.sort(descending=True), x.sort(0), torch.sort(x, dim=1, descending=True).values)
print(x.argsort(1), torch.argsort(x, dim=0, descending=True), torch.msort(x))
print(torch.tensor([200, 1], dtype=torch.uint8).sort(), torch.tensor([True, False]).sort(), torch.tensor(5).sort())
print(torch.zeros(0).sort(), torch.sort(torch.tensor([1, 1, 0, 0]), stable=True))
y = torch.tensor([[3.0, 1.0, 2.0, 7.0], [0.5, 9.0, -1.0, 4.0]])
print(y.topk(2), torch.topk(y, 1, dim=0, largest=False), y.median(), y.median(1), torch.median(y, 0, True))
print(y.kthvalue(2), torch.quantile(y, 0.5), y.quantile(0.25, dim=1), torch.tensor([1.0, float("nan")]).median())
print(torch.unique(torch.tensor([[3, 1], [3, 2]]), return_inverse=True, return_counts=True))
print(torch.unique_consecutive(torch.tensor([1, 1, 2, 1]), return_counts=True))
print(torch.searchsorted(torch.tensor([1.0, 3.0, 5.0]), torch.tensor([[0.0, 1.0], [3.0, 9.0]])))
big = (torch.arange(1000000) * 7919) % 1000003
values, order = big.sort()
print((values[1:] >= values[:-1]).all(), torch.equal(big[order], values), big.topk(3).values, big.median())


@torch.jit.script
def script(x: torch.Tensor, k: int):
    values, indices = torch.topk(x, k, dim=-1)
    order = torch.argsort(x, -1, True)
    return values.sum(-1), indices.size(1), order[:, 0]


print(script(y, 2))
