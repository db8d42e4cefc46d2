# Reductions, products, layers and losses: gradients against PyTorch's and, in float64, along
# a direction against central differences.
# tolerance: 1e-6
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(11)


def weighted(y):
    return (y * torch.cos(torch.arange(y.numel()).to(y.dtype)).reshape(y.shape)).sum()


def check(name, f, *inputs):
    grads = torch.autograd.grad(weighted(f(*inputs)), inputs)
    slope = 0.0
    ways = [torch.sin(torch.arange(x.numel()).to(x.dtype) + 1).reshape(x.shape) * 1e-6 for x in inputs]
    for g, way in zip(grads, ways):
        slope = slope + (g * way).sum().item() * 1e6
    with torch.no_grad():
        up = weighted(f(*[x + way for x, way in zip(inputs, ways)])).item()
        down = weighted(f(*[x - way for x, way in zip(inputs, ways)])).item()
    found = (up - down) / 2e-6
    print(name, abs(found - slope) < 1e-7 * (1 + abs(slope)), ["%.7g" % g.abs().sum().item() for g in grads])


def leaf(*shape):
    return torch.randn(shape, dtype=torch.float64, requires_grad=True)


x, y = leaf(3, 4), leaf(3, 4)
t = leaf(2, 3, 4)
u = leaf(2, 4, 3)
a, b = leaf(4), leaf(3)
m, sq = leaf(4, 3), leaf(3, 3)
check("sum", lambda x: x.sum(), x)
check("sum", lambda x: x.sum((0, 1), keepdim=True), x)
check("mean", lambda x: x.mean(1), x)
check("nansum", lambda x: x.nansum(0), x)
check("nanmean", lambda x: x.nanmean(1), x)
check("prod", lambda x: x.prod(), x)
check("prod", lambda x: x.prod(1), x)
check("var", lambda x: x.var(0), x)
check("var", lambda x: x.var(1, unbiased=False), x)
check("std", lambda x: x.std(), x)
check("std_mean", lambda x: torch.std_mean(x, 1)[0], x)
check("var_mean", lambda x: torch.var_mean(x, 0)[0] + torch.var_mean(x, 0)[1], x)
check("norm", lambda x: x.norm(), x)
check("norm", lambda x: x.norm(3, dim=1), x)
check("norm", lambda x: x.norm(1, dim=0), x)
check("norm", lambda x: x.norm(float("inf")), x)
check("vector_norm", lambda x: torch.linalg.vector_norm(x, 2.5), x)
check("amax", lambda x: x.amax(1), x)
check("amin", lambda x: x.amin(0), x)
check("aminmax", lambda x: torch.aminmax(x, dim=1)[0], x)
check("max", lambda x: x.max(), x)
check("min", lambda x: x.min(1)[0], x)
check("max", lambda x: x.max(0)[0], x)
check("median", lambda x: x.median(), x)
check("median", lambda x: x.median(1)[0], x)
check("quantile", lambda x: x.quantile(0.3, dim=1), x)
check("logsumexp", lambda x: x.logsumexp(1), x)
check("softmax", lambda x: x.softmax(1), x)
check("softmin", lambda x: F.softmin(x, 0), x)
check("log_softmax", lambda x: x.log_softmax(0), x)
check("cumsum", lambda x: x.cumsum(1), x)
check("cumprod", lambda x: x.cumprod(0), x)
check("logcumsumexp", lambda x: x.logcumsumexp(1), x)
check("normalize", lambda x: F.normalize(x), x)
check("layer_norm", lambda x: F.layer_norm(x, (4,)), x)
check("rms_norm", lambda x: F.rms_norm(x, (4,), eps=1e-3), x)
check("group_norm", lambda x: F.group_norm(x, 2), x)
check("batch_norm", lambda x: F.batch_norm(x, None, None, training=True), x)
check("instance_norm", lambda x: F.instance_norm(x[None]), x)
check("batch_norm", lambda x: F.batch_norm(x, torch.ones(4).double(), torch.ones(4).double()), x)
check("cdist", lambda x: torch.cdist(x, x[:2] * 2), x)
check("trace", lambda x: x.trace(), sq)
check("matrix_power", lambda x: torch.matrix_power(x, 3), sq)
check("matmul", lambda x, y: x @ y, x, m)
check("mv", lambda x, y: x @ y, x, a)
check("vm", lambda x, y: y @ x, x, b)
check("dot", lambda x, y: torch.dot(x, y), a, x[0].detach().requires_grad_())
check("vdot", lambda x: torch.vdot(x, x * 2) + torch.inner(x, x), a)
check("inner", lambda x, y: torch.inner(x, y), x, a)
check("ger", lambda x, y: torch.ger(x, y) + torch.outer(x, y), a, b)
check("addr", lambda x, y, z: torch.addr(x, z, y, beta=0.5, alpha=2.0), x, a, b)
check("addmm", lambda x, y, z: torch.addmm(x, y, z, beta=0.5, alpha=2.0), sq, x, m)
check("addmv", lambda x, y, z: torch.addmv(x, y, z, alpha=3.0), b, x, a)
check("bmm", lambda x, y: torch.bmm(x, y), t, u)
check("batches", lambda x, y: x @ y, t, m)
check("batches left", lambda x, y: y @ x, u, x)
check("addbmm", lambda x, y, z: torch.addbmm(x, y, z, beta=2.0), sq, t, u)
check("baddbmm", lambda x, y, z: torch.baddbmm(x, y, z, alpha=0.5), sq, t, u)
check("einsum", lambda x, y: torch.einsum("bij,bjk->ki", x, y), t, u)
check("tensordot", lambda x, y: torch.tensordot(x, y, dims=2), t, x.t().detach().reshape(3, 4).requires_grad_())
check("kron", lambda x, y: torch.kron(x, y), a, b)
check("cross", lambda x, y: torch.cross(x, y, dim=1), sq, leaf(3, 3))
check("linear", lambda x, y, z: F.linear(x, y, z), t, x, b)
check("bilinear", lambda x, y, z: F.bilinear(x, z, y), x, leaf(2, 4, 4), leaf(3, 4))
check("attention", lambda x, y: F.scaled_dot_product_attention(x, y, y * 2, is_causal=True), t, leaf(2, 3, 4))
check("cosine", lambda x, y: F.cosine_similarity(x, y), x, y)
check("distance", lambda x, y: F.pairwise_distance(x, y, 3.0) + torch.dist(x, y), x, y)
kinds = torch.tensor([1, 0, 3])
side = torch.tensor([1.0, -1.0, 1.0], dtype=torch.float64)
check("mse", lambda x, y: F.mse_loss(x, y, reduction="none"), x, y)
check("l1", lambda x, y: F.l1_loss(x, y), x, y)
check("smooth", lambda x, y: F.smooth_l1_loss(x, y, beta=0.8), x, y)
check("huber", lambda x, y: F.huber_loss(x, y, delta=0.8), x, y)
check("ce", lambda x: F.cross_entropy(x, kinds, label_smoothing=0.1), x)
check("ce share", lambda x, y: F.cross_entropy(x, y.softmax(1)), x, y)
check("nll", lambda x: F.nll_loss(x, kinds, weight=torch.tensor([1.0, 2.0, 3.0, 4.0]).double()), x)
check("bce logits", lambda x, y: F.binary_cross_entropy_with_logits(x, y), x, y)
check("kl", lambda x, y: F.kl_div(x, y.softmax(1)), x, y)
check("cosine loss", lambda x, y: F.cosine_embedding_loss(x, y, side, 0.1), x, y)
check("ranking", lambda x, y: F.margin_ranking_loss(x, y, side.unsqueeze(1), 0.2), x, y)
check("triplet", lambda x, y: F.triplet_margin_loss(x, y, x * 0.5, swap=True), x, y)
check("hinge", lambda x: F.hinge_embedding_loss(x, side.unsqueeze(1)), x)
check("gaussian", lambda x, y: F.gaussian_nll_loss(x, y, y * y + 0.1), x, y)
check("poisson", lambda x: F.poisson_nll_loss(x, torch.ones(3, 4).double() * 2, full=True), x)
check("soft margin", lambda x: F.soft_margin_loss(x, side.unsqueeze(1).expand(3, 4)), x)
check("multi margin", lambda x: F.multi_margin_loss(x, kinds, p=2), x)
check("labels", lambda x: F.multilabel_margin_loss(x, torch.tensor([[1, -1, 0, 0], [0, 3, 2, -1], [2, -1, 1, 1]])), x)
check("soft labels", lambda x: F.multilabel_soft_margin_loss(x, torch.ones(3, 4).double()), x)
for cell in (nn.GRUCell(4, 3), nn.LSTMCell(4, 3), nn.RNNCell(4, 3)):
    cell.double()
    check("cell", lambda x, y: cell(x, (y, y * 2))[0] if isinstance(cell, nn.LSTMCell) else cell(x, y), x, sq)
for layer in (nn.GRU(4, 2), nn.LSTM(4, 2), nn.RNN(4, 2)):
    layer.double()
    check("layer", lambda x: layer(x)[0], t)
