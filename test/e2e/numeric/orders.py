# What is computed of sorted elements, and cumulative extremes.
import torch


def show(name, value):
    if isinstance(value, (tuple, list)):
        for part in value:
            show(name, part)
        return
    print(name, list(value.shape), ["%.4g" % v for v in value.detach().double().reshape(-1).tolist()])


nan = float("nan")
x = torch.tensor([[3.0, 1.0, 2.0, 2.0], [0.5, 4.0, 0.5, -1.0]])
holes = torch.tensor([[nan, 1.0, 5.0, 2.0], [nan, nan, nan, nan]])
i = torch.tensor([[2, 7, 7, 1], [5, 5, 9, 0]])
show("mode", torch.mode(x))
show("mode of columns", torch.mode(i, 0))
print(torch.mode(torch.tensor([1, 1, 2])))
show("cummax", torch.cummax(x, 1))
show("cummin of columns", torch.cummin(i, 0))
show("cummax over NaN", torch.cummax(torch.tensor([1.0, nan, 3.0]), 0))
show("cumprod", torch.cumprod(x, 1))
show("logcumsumexp", torch.logcumsumexp(x * 30, 1))
for how in ("linear", "lower", "higher", "midpoint", "nearest"):
    show(how, torch.quantile(x, torch.tensor([0.1, 0.6]), dim=1, interpolation=how))
show("quantile", torch.quantile(x, 0.3))
show("nanquantile", torch.nanquantile(holes, 0.5, dim=1, keepdim=True))
show("nanmedian", torch.nanmedian(holes, 1)[0])
show("nanmedian of all", torch.nanmedian(holes))
show("unique rows", torch.unique(torch.tensor([[2, 1], [0, 3], [2, 1]]), dim=0, return_inverse=True,
                                 return_counts=True))
show("searchsorted", torch.searchsorted(torch.tensor([1.0, 3.0, 5.0]), torch.tensor([3.0, 0.0, 9.0]), right=True))
show("aminmax", torch.aminmax(x, dim=1))

base = torch.tensor([1.0, 2.0, 3.0, 4.0])
index, source = torch.tensor([0, 2, 0, 1]), torch.tensor([5.0, 0.5, -2.0, 2.0])
for how in ("sum", "prod", "mean", "amax", "amin"):
    for include in (True, False):
        left, right = base.clone().requires_grad_(), source.clone().requires_grad_()
        result = left.scatter_reduce(0, index, right, how, include_self=include)
        (result * torch.arange(1.0, 5.0)).sum().backward()
        show(how, (result, left.grad, right.grad))
show("index_reduce", torch.index_reduce(base, 0, index, source, "mean", include_self=False))

for function in (lambda t: torch.cummax(t, 1)[0], lambda t: torch.cumprod(t, 1), lambda t: torch.logcumsumexp(t, 1),
                 lambda t: torch.quantile(t, 0.4, dim=1), lambda t: torch.mode(t)[0], lambda t: torch.kthvalue(t, 4)[0],
                 lambda t: torch.nanmedian(t, 0)[0], lambda t: torch.cumprod(t * (t != 2), 1)):
    t = x.clone().requires_grad_()
    result = function(t)
    (result * torch.arange(1.0, 1 + result.numel()).reshape(result.shape)).sum().backward()
    show("slope", t.grad)
