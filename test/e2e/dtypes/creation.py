# Making and printing tensors of the narrow dtypes, random numbers, views and indexing.
import torch

for kind in (torch.bfloat16, torch.float16):
    print(torch.zeros(2, 3, dtype=kind), torch.ones(2, dtype=kind), torch.full((2,), 0.1, dtype=kind))
    print(torch.arange(5, dtype=kind), torch.arange(0, 1, 0.15, dtype=kind), torch.linspace(0, 1, 7, dtype=kind))
    print(torch.eye(3, dtype=kind), torch.empty(0, dtype=kind), torch.tensor(1.1, dtype=kind))
    print(torch.tensor([1.0, 2.5, 1e-3, 333.0], dtype=kind), torch.tensor([[1e-5, 20000.0]], dtype=kind))
    torch.manual_seed(0)
    print(torch.rand(5, dtype=kind), torch.randn(3, dtype=kind), torch.randn(20, dtype=kind))
    x = torch.empty(4, dtype=kind)
    print(x.uniform_(-2, 2), x.normal_(1, 0.5), x.bernoulli_(0.4), x.random_(0, 10), x.exponential_(2.0))
    print(torch.randint(0, 50, (4,), dtype=kind), torch.rand_like(x), torch.randn_like(x))
    x = torch.arange(12, dtype=kind).reshape(3, 4) / 8
    x[1, 2] = 7.77
    x[0] += 1
    print(x, x[1], x[:, ::2], x.t(), x.flip(0), x[torch.tensor([2, 0])], x[x > 1])
    print(x[0, 1].item(), x.tolist(), float(x[1, 1]), f"{x[1, 2]:.3f}", x[1, 2])
    print(torch.cat([x, x]).shape, torch.stack([x, x]).dtype, x.repeat(1, 2)[0], x.roll(1, 0)[0])
    print(x.masked_fill(x > 2, -1), x.tril(), x.diagonal(), x.unsqueeze(0).squeeze(0).shape, x.new_ones(2))
    print(x.gather(1, torch.tensor([[0], [1], [2]])), x.index_select(0, torch.tensor([1])), x.unbind(0)[2])
    print(x.scatter_add(1, torch.zeros(3, 2, dtype=torch.long), x), torch.nn.functional.one_hot(torch.tensor([1])).to(kind))
    info = torch.finfo(kind)
    print(info.eps, info.max, info.min, info.tiny, info.bits, info.smallest_normal, info.resolution)
    if x[0, 0] > 0.5 and bool(x[0, 1] < 9):
        print("condition", x.max() > 1, (x > 1).sum())
print(torch.tensor([300.0], dtype=torch.float16).type(), torch.tensor([1e6], dtype=torch.half), repr(torch.half))
print(torch.half, torch.short, torch.int8, torch.int16, torch.bfloat16, torch.float16 == torch.half)


@torch.jit.script
def scripted(x):
    y = x.to(torch.bfloat16) * 2
    print(y)
    print(x.half())
    print(x.to(torch.int8))
    print(x.to(torch.int16))
    return y + x.to(torch.bfloat16)


print(scripted(torch.tensor([[1.1, 2.0], [3.3, -4.0]])))
