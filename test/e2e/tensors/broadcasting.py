# Shapes that broadcast, in arithmetic, comparisons, where and in place.
import torch

a = torch.arange(3.0).reshape(3, 1)
b = torch.arange(4.0).reshape(1, 4)
c = torch.tensor([10.0, 20.0, 30.0, 40.0])
print(a + b)
print(a * c - b)
print((a > b).sum(), torch.where(a > b, a, -b))
print(a + 1, 2 - c, (torch.ones(2, 1, 3) + torch.ones(4, 1)).shape, (torch.ones(()) + c).shape)
print(a.expand(3, 2), a.expand(-1, 4).sum(0), torch.ones(2).expand(2, 2), b.expand_as(a + b).shape)
x, y = torch.broadcast_tensors(a, b)
print(x.shape, y.shape, (torch.zeros(0, 1) + torch.zeros(1, 3)).shape)
m = torch.zeros(2, 3)
m += torch.tensor([1.0, 2.0, 3.0])
m[1] *= 2
m.sub_(torch.tensor([[1.0], [2.0]]))
print(m)
print(torch.maximum(a, b), torch.pow(b, a), torch.eq(a, b))


@torch.jit.script
def dynamic(n: int, x: torch.Tensor) -> torch.Tensor:
    left = torch.arange(n, dtype=torch.float32).unsqueeze(1)
    right = x.unsqueeze(0)
    return (left * right + n).sum(dim=1)


print(dynamic(3, torch.ones(2)), dynamic(1, torch.arange(4.0)), dynamic(4, torch.ones(1)))
