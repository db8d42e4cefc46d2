# int8 and int16: every function of integers, which wrap around.
import torch

for kind in (torch.int8, torch.int16):
    big = 127 if kind == torch.int8 else 32767
    x = torch.tensor([0, 1, -1, 5, -7, 100, -100, big, -big - 1, 64, 3, -4], dtype=kind)
    y = torch.tensor([3, -1, -1, 2, 3, 100, 100, 1, -1, 2, -5, 7], dtype=kind)
    n = torch.tensor([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2], dtype=kind)
    print(x, x.dtype, x.element_size(), x.is_signed(), x.type())
    print(-x, x.abs(), x.sign())
    print(x + y, x - y, x * y)
    print(x // y, x % y, torch.fmod(x, y), torch.div(x, y, rounding_mode="trunc"))
    print(x / y)
    print(x ** 2, x ** 3, torch.pow(x, n))
    print(x & y, x | y, x ^ y, ~x)
    print(x << n, x >> n)
    print(x == y, x != y, x < y, x <= y, x > y, x >= y)
    print(torch.maximum(x, y), torch.minimum(x, y), x.clamp(-3, 60))
    print(torch.where(x > y, x, y), x.masked_fill(x > 5, 9))
    print(x + 100, x * 3, 5 - x, x - 200 if kind == torch.int16 else x - 1)
    print((x + 0.5).dtype, (x * 1.5), (x + True).dtype)
    print(x.sum(), x.sum().dtype, x.prod(), x.float().mean(), x.max(), x.min(), x.argmax(), x.argmin())
    print(x.reshape(3, 4).sum(0), x.reshape(3, 4).max(1), x.reshape(3, 4).amin(0))
    print(x.sum(dtype=kind), x.cumsum(0), x.cumsum(0, dtype=kind), x.any(), x.all())
    print(x.sort(), x.topk(3), x.argsort(descending=True), x.unique())
    print(x.reshape(3, 4) @ y.reshape(4, 3), torch.dot(x, y))
    print(torch.relu(x), torch.exp(x.clamp(-5, 5)), torch.sqrt(x.abs().clamp(0, 90)))
    print(x.flip(0), x[2:9:3], x.reshape(3, 4).t(), torch.cat([x, y]), torch.stack([x, y])[:, 4])
    print(x.reshape(3, 4).tolist(), x[5].item(), int(x[6]), float(x[7]))
    z = x.clone()
    z += 100
    z[1] = 7
    z[2:4] = torch.tensor([1, 2], dtype=kind)
    z.mul_(y)
    print(z, z.gather(0, torch.tensor([3, 1])), torch.zeros(3, dtype=kind).scatter(0, torch.tensor([1]), 5))
    print(torch.zeros(2, 2, dtype=kind), torch.ones(2, dtype=kind), torch.full((2,), -9, dtype=kind),
          torch.arange(5, dtype=kind), torch.eye(2, dtype=kind), torch.zeros_like(x), torch.full_like(x, 3))
    torch.manual_seed(3)
    print(torch.randint(-20, 100, (8,), dtype=kind), torch.randperm(6, dtype=kind))
    print(torch.empty(4, dtype=kind).random_(), torch.iinfo(kind).max, torch.iinfo(kind).min, torch.iinfo(kind).bits)
