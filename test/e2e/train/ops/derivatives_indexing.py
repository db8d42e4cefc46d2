# Derivatives of indexing, reading and writing.
import torch
import torch.nn.functional as F
torch.manual_seed(0)


def show(name: str, y, *inputs):
    weights = torch.cos(torch.arange(y.numel()).to(y.dtype)).reshape(y.shape)
    grads = torch.autograd.grad((y * weights).sum(), inputs)
    for g in grads:
        text = name + ":"
        for v in g.flatten().tolist():
            text = text + " %.4g" % (v + 0.0)
        print(text)

x = torch.randn(3, 4, requires_grad=True)
v = torch.randn(5, requires_grad=True)
w = torch.randn(6, 3, requires_grad=True)
t = torch.randn(2, 3, 4, requires_grad=True)
i = torch.tensor([2, 0, 2, 2])
show("select", x.index_select(0, i), x)
show("select1", x.index_select(1, i), x)
show("select neg", x[torch.tensor([-1, 0, -1])], x)
show("two", x[torch.tensor([0, 1, 0]), torch.tensor([3, 3, 3])], x)
show("mixed", t[:, i], t)
show("mixed 2", t[0, :, i], t)
show("mask", t[t > 0], t)
show("mask rows", x[torch.tensor([True, False, True])], x)
show("gather", x.gather(0, torch.tensor([[0, 0], [2, 2]])), x)
show("gather", t.gather(2, torch.tensor([[[0, 0, 3, 3, 3]]])), t)
show("gather", t.gather(1, torch.tensor([[[0, 0], [1, 1]], [[2, 2], [2, 0]]])), t)
show("take", torch.take(x, torch.tensor([0, 5, 5])), x)
show("take_along", torch.take_along_dim(x, torch.tensor([[0], [1], [1]]), 1), x)
show("emb", F.embedding(torch.tensor([[1, 1], [5, 0]]), w), w)
show("emb pad", F.embedding(torch.tensor([[1, 1], [5, 0]]), w, padding_idx=1), w)
show("emb pad neg", F.embedding(torch.tensor([[1, 1], [5, 0]]), w, padding_idx=-1), w)
e = torch.nn.Embedding(6, 3, padding_idx=0)
show("module", e(torch.tensor([0, 1, 1, 0])), e.weight)
show("scatter", x.scatter(1, torch.tensor([[0, 1], [2, 3]]), w[:2, :2]), x, w)
show("scatter value", x.scatter(1, torch.tensor([[0, 1], [2, 3]]), 2.0), x)
show("scatter_add", x.scatter_add(1, torch.tensor([[0, 0], [2, 3]]), w[:2, :2]), x, w)
show("index_add", x.index_add(0, torch.tensor([0, 0, 2]), x * 2), x)
show("index_copy", x.index_copy(0, torch.tensor([0, 2]), x[1:] * 2), x)
show("index_fill", x.index_fill(0, torch.tensor([0, 2]), 2.0), x)
show("masked_fill", x.masked_fill(x > 0, -1.0), x)
show("masked_scatter", x.masked_scatter(x > 0, w), x, w)
show("index_put", x.index_put((torch.tensor([0, 1]), torch.tensor([0, 1])), v[:2]), x, v)
show("index_put acc", x.index_put((torch.tensor([0, 0]), torch.tensor([1, 1])), v[:2], accumulate=True), x, v)
y = x * 1
y[torch.tensor([0, 1])] = v[:4]
show("set rows", y, x, v)
y = x * 1
y[y > 0] = 0.0
show("set mask", y, x)
y = x * 1
y[:, 1] = v[:3]
y[0] += 1
y[2, ::2] *= 3
show("set slices", y, x, v)
y = x.clone()
y.mul_(2).add_(x).relu_()
show("inplace", y, x)
show("scatter_reduce", x.scatter_reduce(1, torch.tensor([[0, 0], [2, 3]]), w[:2, :2], "sum"), x, w)
show("argsort gather", x.gather(1, x.argsort(1)), x)
show("one", x[1, 2] * x[0, 0], x)
