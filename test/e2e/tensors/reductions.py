# Reductions over all elements, over dimensions, with keepdim, and cumulative ones.
import torch

x = torch.tensor([[1.0, -2.0, 3.0], [4.0, 0.5, -6.0]])
i = torch.tensor([[1, 2, 3], [4, 5, 6]])
print(x.sum(), x.sum(0), x.sum(dim=1, keepdim=True), x.sum((0, 1)), i.sum(), i.sum(1), x.sum(-1))
print(x.mean(), x.mean(0), x.mean(dim=-1, keepdim=True), i.float().mean(), x.prod(), i.prod(1))
print(x.max(), x.min(), i.max(), x.max(1), x.min(dim=0), x.max(1)[0], x.max(dim=0, keepdim=True).indices)
print(x.argmax(), x.argmin(1), x.argmax(dim=0), i.argmax(1, keepdim=True), x.amax(1), x.amin((0, 1)))
print((x > 0).any(), (x > 0).all(), (x > 0).any(1), (x > -9).all(dim=0), (x > 0).sum(), i.bool().all())
print(x.std(), x.var(), x.std(1), x.var(0, unbiased=False), x.norm(), torch.logsumexp(x, 1))
print(x.cumsum(0), i.cumsum(1), x.abs().sum(), torch.sum(x), torch.mean(x, 1), torch.max(x), torch.max(x, torch.zeros(3)))
print(x.softmax(1), torch.log_softmax(x, 0), x.double().mean(), torch.zeros(0).sum(), torch.ones(2, 0).sum(1))
print(i.float().median(), torch.tensor([3, 1, 2]).sort(), x.topk(2), torch.sort(x, 1, descending=True).values, x.argsort(1))
big = torch.ones(1000, 33)
print(big.sum(), big.sum(0)[:2], (big * 0.1).mean(), big.mean(1).shape)


@torch.jit.script
def script(x: torch.Tensor, d: int):
    values, indices = x.max(1)
    print(x.sum(0).shape, x.mean().item() < 1, values.sum() > 0, indices[0])
    return x.sum([0, 1]), torch.sum(x, 1), x.argmax(1), x.sum(dim=-1, dtype=torch.float64)


print(script(x, 1))
