# The derivative of every operation, against PyTorch's, and in float64 against
# central differences.
import torch
import torch.nn.functional as F

torch.manual_seed(0)


def show(name: str, y, *inputs):
    weights = torch.cos(torch.arange(y.numel()).to(y.dtype)).reshape(y.shape)
    grads = torch.autograd.grad((y * weights).sum(), inputs)
    for g in grads:
        print(name, list(g.shape), "%.4g" % g.abs().sum().item(), "%.4g" % (g * g).sum().item())


x = torch.randn(3, 4, requires_grad=True)
u = (torch.rand(3, 4) * 0.8 + 0.1).requires_grad_()
row = torch.randn(4, requires_grad=True)
col = torch.randn(3, 1, requires_grad=True)
p = (torch.rand(3, 4) + 0.5).requires_grad_()

show("neg", -x, x)
show("abs", x.abs(), x)
show("exp", x.exp(), x)
show("expm1", torch.expm1(x), x)
show("log", u.log(), u)
show("log2", torch.log2(u), u)
show("log10", torch.log10(u), u)
show("log1p", torch.log1p(u), u)
show("sqrt", u.sqrt(), u)
show("rsqrt", u.rsqrt(), u)
show("reciprocal", u.reciprocal(), u)
show("sin", x.sin(), x)
show("cos", x.cos(), x)
show("tan", u.tan(), u)
show("asin", torch.asin(u), u)
show("acos", torch.acos(u), u)
show("atan", torch.atan(x), x)
show("sinh", torch.sinh(x), x)
show("cosh", torch.cosh(x), x)
show("tanh", x.tanh(), x)
show("sigmoid", x.sigmoid(), x)
show("erf", torch.erf(x), x)
show("relu", x.relu(), x)
show("gelu", F.gelu(x), x)
show("gelu tanh", F.gelu(x, approximate="tanh"), x)
show("silu", F.silu(x), x)
show("elu", F.elu(x), x)
show("leaky_relu", F.leaky_relu(x, 0.1), x)
show("softplus", F.softplus(x), x)
show("hardtanh", F.hardtanh(x), x)
show("floor", (x + x.floor()), x)
show("square", x.square(), x)
show("clamp", x.clamp(-0.5, 0.5), x)
show("add", x + row, x, row)
show("sub", x - col, x, col)
show("mul", x * row * col, x, row, col)
show("div", x / p, x, p)
show("div row", row / p, row, p)
show("scalar", 2.0 / p + (1 - x) * 3, p, x)
show("pow 3", x ** 3, x)
show("pow 2", x ** 2, x)
show("pow -1.5", p ** -1.5, p)
show("pow tensor", p ** x, p, x)
show("pow base", 2.0 ** x, x)
show("atan2", torch.atan2(x, p), x, p)
show("maximum", torch.maximum(x, row), x, row)
show("minimum", torch.minimum(x, col), x, col)
show("remainder", torch.remainder(x, p), x)
show("where", torch.where(x > 0, x * 2, row), x, row)
show("lerp", torch.lerp(x, p, 0.3), x, p)
show("addcmul", torch.addcmul(x, u, p, value=0.5), x, u, p)

show("sum", x.sum(), x)
show("sum dim", x.sum(dim=0), x)
show("sum keepdim", x.sum(dim=1, keepdim=True), x)
show("mean", x.mean(), x)
show("mean dim", x.mean(dim=-1), x)
show("prod", p.prod(), p)
show("prod dim", p.prod(dim=1), p)
show("var", x.var(), x)
show("var dim", x.var(dim=1), x)
show("std", x.std(), x)
show("norm", x.norm(), x)
show("max", x.max(), x)
show("amax", x.amax(dim=1), x)
show("max dim", x.max(dim=0)[0], x)
show("min dim", x.min(dim=1)[0], x)
show("logsumexp", x.logsumexp(dim=1), x)
show("softmax", x.softmax(dim=1), x)
show("log_softmax", F.log_softmax(x, dim=0), x)
show("cumsum", x.cumsum(dim=1), x)

show("reshape", x.reshape(2, 6), x)
show("t", x.t(), x)
show("permute", x.reshape(3, 2, 2).permute(2, 0, 1), x)
show("expand", row.expand(3, 4), row)
show("slice", x[1:, ::2], x)
show("select", x[1], x)
show("index", x[:, 2], x)
show("flip", x.flip(0), x)
show("roll", x.roll(1, 0), x)
show("cat", torch.cat((x, p, x), dim=0), x, p)
show("stack", torch.stack((x, p), dim=1), x, p)
show("chunk", x.chunk(2, dim=1)[1], x)
show("squeeze", x.unsqueeze(1).squeeze(1), x)
show("pad", F.pad(x, (1, 2)), x)
show("diagonal", x.diagonal(), x)
show("tril", x.tril(), x)
show("repeat", x.repeat(2, 1), x)

w = torch.randn(5, 4, requires_grad=True)
b = torch.randn(5, requires_grad=True)
m = torch.randn(4, 6, requires_grad=True)
b1 = torch.randn(2, 3, 4, requires_grad=True)
b2 = torch.randn(2, 4, 5, requires_grad=True)
show("linear", F.linear(x, w, b), x, w, b)
show("matmul", x @ m, x, m)
show("mv", x @ row, x, row)
show("bmm", torch.bmm(b1, b2), b1, b2)
show("matmul 3", b1 @ m, b1, m)
show("einsum", torch.einsum("bij,bjk->bk", b1, b2), b1, b2)
show("dot", torch.dot(row, row * 2), row)
show("outer", torch.outer(row, b), row, b)

index = torch.tensor([2, 0, 2, 1])
show("index_select", x.index_select(0, index), x)
show("index_select 1", x.index_select(1, index), x)
show("index list", x[index], x)
show("gather", x.gather(1, torch.tensor([[0, 0], [3, 1], [2, 2]])), x)
show("masked_select", x[x > 0], x)
show("masked_fill", x.masked_fill(x > 0, 2.0), x)
show("scatter_add", x.scatter_add(0, torch.tensor([[0, 1, 2, 0], [1, 1, 1, 1]]), p[:2]), x, p)
show("sort", x.sort(dim=1)[0], x)
show("topk", x.topk(2, dim=1)[0], x)
show("layer_norm", F.layer_norm(x, (4,), row, row * 2), x, row)

y = x * 1.0
y[1] = row
y[:, 0] *= 2.0
y.add_(p)
show("in place", y, x, row, p)

d = torch.randn(4, dtype=torch.float64, requires_grad=True)


def f(v):
    return (torch.tanh(v) * torch.exp(-v * v) + torch.sigmoid(v).log()).sum()


(g,) = torch.autograd.grad(f(d), [d])
worst = 0.0
with torch.no_grad():
    for i in range(4):
        e = torch.zeros(4, dtype=torch.float64)
        e[i] = 1e-6
        slope = (f(d + e) - f(d - e)) / 2e-6
        error = (slope - g[i]).abs().item()
        if error > worst:
            worst = error
print(worst < 1e-8)
(h,) = torch.autograd.grad(torch.autograd.grad(f(d), [d], create_graph=True)[0].sum(), [d])
print(h)
