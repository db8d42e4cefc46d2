# Sums, products, extremes and logarithms up to each element, along each dimension.
import torch


def show(name, value):
    print(name, list(value.shape), value.dtype, ["%.4g" % v for v in value.detach().reshape(-1).tolist()])


nan, inf = float("nan"), float("inf")
torch.manual_seed(0)
x = torch.randn(2, 3, 4)
for dim in (0, 1, 2, -1):
    show("cumsum", torch.cumsum(x, dim))
    show("cumprod", torch.cumprod(x, dim))
    show("cummax", torch.cummax(x, dim)[1])
    show("cummin", torch.cummin(x, dim)[0])
    show("logcumsumexp", torch.logcumsumexp(x, dim))
show("integers", torch.arange(1, 6).cumprod(0))
show("bools", torch.tensor([True, False, True]).cumsum(0))
show("as doubles", torch.arange(4).cumsum(0, dtype=torch.float64))
show("as integers", torch.tensor([1.5, 2.5]).cumprod(0, dtype=torch.int64))
show("norm as doubles", torch.norm(torch.tensor([3.0, 4.0]), dtype=torch.float64))
show("of a number", torch.cumsum(torch.tensor(3.0), 0))
show("of nothing", torch.cumsum(torch.zeros(0, 2), 1))
show("NaN", torch.cummax(torch.tensor([1.0, nan, 3.0]), 0)[0])
show("infinities", torch.logcumsumexp(torch.tensor([-inf, -inf, 1.0, inf, 2.0]), 0))
wide = torch.ones(70, 500)
show("columns", wide.cumsum(0)[69, ::100])
wide.cumsum_(1)
show("in place", wide[3, ::100])

for values in ([2.0, 3.0, 4.0], [2.0, 0.0, 4.0], [0.0, 3.0, 0.0]):
    v = torch.tensor(values, requires_grad=True)
    (slope,) = torch.autograd.grad((v.cumprod(0) * torch.tensor([1.0, 2.0, 3.0])).sum(), v, create_graph=True)
    show("slope", slope)
v = torch.tensor([2.0, 3.0, 4.0], requires_grad=True)
(slope,) = torch.autograd.grad(v.cumprod(0).sum(), v, create_graph=True)
show("second", torch.autograd.grad(slope.sum(), v)[0])
v = x[0].clone().requires_grad_()
(torch.logcumsumexp(v, 1) * torch.tensor([1.0, -2.0, 3.0, -4.0])).sum().backward()
show("slope", v.grad)
