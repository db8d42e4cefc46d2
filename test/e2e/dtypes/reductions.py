# Sums, means, norms, softmax, scans and sorts of half floats: accumulated in float32.
import torch
import torch.nn.functional as F


def show(name, y):
    print(name, y.dtype, y.float() if y.is_floating_point() else y)


for kind in (torch.bfloat16, torch.float16):
    torch.manual_seed(1)
    x = torch.randn(5, 64).to(kind)
    p = torch.rand(4, 6).to(kind)
    show("sum", x.sum())
    show("sum 0", x.sum(0))
    show("sum 1", x.sum(1, keepdim=True))
    show("sum dtype", x.sum(1, dtype=torch.float32))
    show("mean", x.mean())
    show("mean 1", x.mean(1))
    show("prod", p.prod(1))
    show("max", x.max())
    show("min", x.min())
    print(x.max(1), x.min(1).indices, x.argmax(0)[:5], x.argmin())
    show("amax", x.amax(1))
    show("var", x.var(1))
    show("std", x.std())
    show("norm", x.norm())
    show("norm 1", x.norm(1, dim=1))
    show("norm inf", torch.linalg.vector_norm(x, float("inf"), dim=1))
    show("logsumexp", x.logsumexp(1))
    show("softmax", x.softmax(1)[0])
    show("softmax 0", x.softmax(0)[:, 0])
    show("log_softmax", x.log_softmax(1)[0])
    show("softmax dtype", x.softmax(1, dtype=torch.float32)[0][:4])
    show("cumsum", x.cumsum(1)[0])
    show("cumprod", p.cumprod(1))
    print(x[0].sort().values.float(), x[0].topk(4), x[:, 3].argsort())
    show("median", x.median())
    print((x > 0).any(1), (x > 0).all(), x.count_nonzero(), x.equal(x), torch.allclose(x, x))
    show("dist", torch.dist(x[0], x[1]))
    many = torch.full((3000,), 0.1).to(kind)
    show("many", many.sum())
    show("many mean", many.mean())
