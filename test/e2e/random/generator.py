# The generator: every distribution, reseeding, interleaving, small and large sizes.
import torch

for seed in (0, 1, 42, 2**32 + 5):
    torch.manual_seed(seed)
    print(torch.rand(3), torch.randn(2), torch.randint(0, 100, (4,)), torch.randperm(6))
torch.manual_seed(0)
for n in (1, 15, 16, 17, 33):
    x, y = torch.rand(n), torch.randn(n)
    print(n, x.sum(), y.sum(), y[-1], x[-1])
print(torch.rand(2, 3, dtype=torch.float64), torch.randn(20, dtype=torch.float64)[:3], torch.randn(3, dtype=torch.float64))
x = torch.empty(2, 3)
print(x.uniform_(-2, 2), x.normal_(1, 0.5), x.bernoulli_(0.3), x.exponential_(2.0), x.random_(0, 10))
print(torch.bernoulli(torch.tensor([0.1, 0.9, 0.5])), torch.normal(0.0, 1.0, (2,)), torch.rand_like(x), torch.randn_like(x).shape, torch.randint(5, (3,)))
torch.manual_seed(3)
a = torch.randn(3)
b = torch.rand(2)
c = torch.randn(1)
d = torch.randn(20)
e = torch.randn(5)
f = torch.rand(1)
print(a, b, c, d[:4], e, f)
torch.manual_seed(3)
print(torch.equal(a, torch.randn(3)))
big = torch.randn(1000, 10)
print(big.mean(), big.std(), big[500], torch.rand(5000).mean())


@torch.jit.script
def inside(n: int) -> torch.Tensor:
    total = torch.zeros(2)
    for i in range(n):
        total += torch.rand(2) * i
    return total + torch.randn([2])


print(inside(3))
