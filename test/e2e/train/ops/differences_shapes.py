# Shapes, joins, reads and writes: gradients against PyTorch's and, in float64, along
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


x = leaf(3, 4)
t = leaf(2, 3, 4)
a, b = leaf(4), leaf(3)
sq = leaf(3, 3)
check("reshape", lambda x: x.reshape(2, 6), x)
check("t", lambda x: x.t(), x)
check("x.T", lambda x: x.T, x)
check("adjoint", lambda x: x.adjoint(), x)
check("ravel", lambda x: x.ravel(), x)
check("unflatten", lambda x: x.unflatten(1, (2, 2)), x)
check("reshape_as", lambda x: x.reshape_as(torch.ones(4, 3)), x)
check("sum_to_size", lambda x: x.sum_to_size(3, 1), x)
check("sum_to_size", lambda x: x.sum_to_size(4), x)
check("swapaxes", lambda x: torch.swapaxes(x, 0, 1), x)
check("swapdims", lambda x: torch.swapdims(x, 0, 1), x)
check("atleast_3d", lambda x: torch.atleast_3d(x), x)
check("as_strided", lambda x: torch.as_strided(x, (2, 3), (1, 4)), x)
check("fliplr", lambda x: torch.fliplr(x), x)
check("flipud", lambda x: torch.flipud(x), x)
check("flip", lambda x: x.flip(0, 1), x)
check("roll", lambda x: x.roll(1, 0), x)
check("rot90", lambda x: x.rot90(), x)
check("repeat", lambda x: x.repeat(2, 1), x)
check("tile", lambda x: x.tile(2), x)
check("repeat_interleave", lambda x: x.repeat_interleave(2, 1), x)
check("tril", lambda x: x.tril(), x)
check("triu", lambda x: x.triu(1), x)
check("diagonal", lambda x: x.diagonal(1), x)
check("diag", lambda x: torch.diag(x), x)
check("block_diag", lambda x: torch.block_diag(x, x * 2), x)
check("chunk", lambda x: x.chunk(2, 1)[1], x)
check("split", lambda x: x.split([1, 3], 1)[1], x)
check("split_with_sizes", lambda x: torch.split_with_sizes(x, [1, 2], 0)[1], x)
check("tensor_split", lambda x: torch.tensor_split(x, 3, 1)[1], x)
check("hsplit", lambda x: torch.hsplit(x, 2)[0], x)
check("vsplit", lambda x: torch.vsplit(x, 3)[2], x)
check("unbind", lambda x: x.unbind(1)[2], x)
check("x[1:, ::2]", lambda x: x[1:, ::2], x)
check("x[1]", lambda x: x[1], x)
check("x[:, 2]", lambda x: x[:, 2], x)
check("x[None, ..., -1]", lambda x: x[None, ..., -1], x)
check("narrow", lambda x: x.narrow(1, 1, 2), x)
check("select", lambda x: x.select(1, 2), x)
check("movedim", lambda x: x.movedim(0, 1), x)
check("unsqueeze", lambda x: x.unsqueeze(1).squeeze(1), x)
check("expand", lambda x: x.expand(2, 3, 4), x)
check("broadcast_to", lambda x: x.broadcast_to((2, 3, 4)), x)
check("pad", lambda x: F.pad(x, (1, 2)), x)
check("pad", lambda x: F.pad(x, (1, -1), value=2.0), x)
check("pad", lambda x: F.pad(x[None], (1, 2), mode="reflect"), x)
check("pad", lambda x: F.pad(x[None], (1, 2), mode="circular"), x)
check("unfold", lambda x: x.unfold(1, 2, 1), x)
check("contiguous", lambda x: x.contiguous().clone(), x)
check("msort", lambda x: torch.msort(x), x)
check("sort", lambda x: x.sort(1, descending=True)[0], x)
check("topk", lambda x: x.topk(2)[0], x)
check("kthvalue", lambda x: x.kthvalue(2, 1)[0], x)
check("combinations", lambda x: torch.combinations(x[0]), x)
check("one_hot", lambda x: F.one_hot(torch.tensor([0, 2]), 3).double() @ x, x)
check("diff", lambda x: x.diff(), x)
check("dsplit", lambda x: torch.dsplit(x, 2)[1], t)
check("pixel_shuffle", lambda x: F.pixel_shuffle(x.reshape(1, 4, 3, 2), 2), t)
check("permute", lambda x: x.permute(2, 0, 1), t)
check("transpose", lambda x: x.transpose(0, 2), t)
check("flatten", lambda x: x.flatten(1), t)
check("diagonal", lambda x: x.diagonal(0, 1, 2), t)
check("diag_embed", lambda x: torch.diag_embed(x), t)
check("diagflat", lambda x: torch.diagflat(x), a)
check("joins", lambda x, y: torch.cat((x, y * 2, x)), a, b)
check("concat", lambda x, y: torch.concat((x, y)) + torch.concatenate([y, x]) + torch.hstack((x, y)), a, b)
check("stack", lambda x, y: torch.stack((x, y[0]), 1) + torch.column_stack((x, y[1])), a, x)
check("vstack", lambda x, y: torch.vstack((x, y)) * torch.dstack((y, y))[0, :1, 0], x, a)
check("cartesian", lambda x, y: torch.cartesian_prod(x, y), a, b)
check("broadcast", lambda x, y: torch.broadcast_tensors(x, y)[1] * torch.meshgrid(x, y[:, 0], indexing="ij")[0][0, 0], a, x)
check("diagonal_scatter", lambda x, y: torch.diagonal_scatter(x, y), sq, b)
check("select_scatter", lambda x, y: torch.select_scatter(x, y, 0, 1), x, a)
check("slice_scatter", lambda x, y: torch.slice_scatter(x, y, 0, 1, 3), x, t[0, :2].detach().requires_grad_())
check("fill_diagonal", lambda x: x.clone().fill_diagonal_(2.0), sq)
rows = torch.tensor([2, 0, 2])
spots = torch.tensor([[0, 0, 3], [1, 2, 2]])
check("x[rows]", lambda x: x[rows], x)
check("x[rows, rows]", lambda x: x[rows, rows], x)
check("x[:, rows]", lambda x: x[:, rows], x)
check("index_select", lambda x: x.index_select(1, rows), x)
check("gather", lambda x: x.gather(1, spots), x)
check("take", lambda x: torch.take(x, rows), x)
check("take_along_dim", lambda x: torch.take_along_dim(x, spots[:1], 1), x)
check("take_along_dim", lambda x: torch.take_along_dim(x[:1], spots, 1), x)
check("take_along_dim", lambda x: torch.take_along_dim(x[:2], spots, -1), x)
check("x[x > 0]", lambda x: x[x > 0], x)
check("masked_select", lambda x: x.masked_select(x < 0.5), x)
check("masked_fill", lambda x: x.masked_fill(x > 0, 2.0), x)
check("index_fill", lambda x: x.index_fill(0, rows, 2.0), x)
check("embedding", lambda x: F.embedding(spots % 3, x), x)
check("scatter", lambda x: x.scatter(1, spots, 2.0), x)
check("scatter_reduce", lambda x: x.scatter_reduce(1, spots, x[:2, :3] * 2, "sum"), x)
check("index_add", lambda x: x.index_add(0, rows, x * 2, alpha=0.5), x)
check("scatter", lambda x, y: x.scatter(1, rows[:2].reshape(2, 1), y[0, :2, :1]), x, t)
check("scatter_add", lambda x, y: x.scatter_add(1, spots, y[0, :2, :3]), x, t)
check("index_copy", lambda x, y: x.index_copy(0, rows[:2], y[0, :2]), x, t)
check("index_put", lambda x, y: x.index_put((rows, rows), y, accumulate=True), x, b)
check("masked_scatter", lambda x, y: x.masked_scatter(x > 0, y), x, t)
check("put", lambda x, y: x.clone().put_(rows[:2], y[:2]), x, b)


def written(x, y):
    z = x * 1.0
    z[rows[:2]] = y
    z[:, 1] *= 2.0
    z[2, ::2] += z[0, 0]
    z.mul_(0.5).add_(x).tanh_()
    return z


check("written", written, x, a)
