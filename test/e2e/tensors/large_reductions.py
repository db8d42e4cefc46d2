# Reductions that are cut into parts, places of extremes, products with a column, and topk.

import torch

torch.manual_seed(0)
x = torch.randn(3, 1000003)
x[1, 777777] = 9.0
print(f"{x.sum().item():.1f} {x.mean().item():.5f} {x.norm().item():.2f} {x.std().item():.4f}")
print(x.max(), x.min(), x.argmax(), x.double().sum().item() - x.sum().item() < 1.0)
whole = torch.arange(3000000, dtype=torch.int64)
print(whole.sum(), whole.max(), (whole % 7 == 3).any(), (whole >= 0).all())
x[2, 500000] = float("nan")
print(x.max(), x.min(), x.argmax(), torch.amax(x, 1))
print(torch.logsumexp(x[:2].reshape(-1), 0))

# Ties go to the first, NaN is the greatest.
inf, nan = float("inf"), float("nan")
rows = torch.tensor([[1.0, 3.0, 3.0, -2.0], [nan, 5.0, nan, inf], [-inf, -inf, -inf, -inf],
                     [-inf, nan, inf, 0.0]])
print(rows.argmax(1), rows.argmin(1), rows.max(1), rows.min(1))
print(rows.max(0), rows.argmin(0, keepdim=True))
print(torch.tensor([[3, 1, 3], [-5, -5, 7]]).max(-1), torch.tensor([[3, 1, 3], [-5, -5, 7]]).argmin(-1))
n = int(torch.tensor(3))
print(rows[:, :n].argmax(1), rows[:n].sum(1))

# Products with one column, and of two vectors.
a = torch.randn(70, 50, requires_grad=True)
v = torch.randn(50, requires_grad=True)
y = a @ v
(y * y).sum().backward()
print(f"{y.sum().item():.4f} {a.grad.sum().item():.3f} {v.grad.abs().sum().item():.3f}")
print(f"{(a.detach().t() @ torch.ones(70, 1)).sum().item():.4f} {v.detach().dot(v.detach()).item():.4f}")
print(torch.arange(6).reshape(2, 3) @ torch.tensor([1, 2, 3]), torch.ones(0, 3) @ torch.ones(3),
      torch.ones(2, 0) @ torch.ones(0))

# topk by searching.
t = torch.tensor([[4.0, nan, 1.0, 8.0, 4.5, -inf, 9.0, 0.0, -4.0, 3.0, 2.0, -1.0],
                  [float(-i) for i in range(10)] + [0.5, -inf]], requires_grad=True)
values, places = t.topk(2)
print(values, places)
print(t.topk(2, largest=False))
print(t.t().topk(3, dim=0))
values[1, 0].backward()
print(t.grad)
print(torch.tensor([5, -7, 4, 8, 0, 2, 1, 1, 9]).topk(2), torch.tensor([[True] * 3 + [False] * 6]).int().topk(2)[0])
big = torch.randn(4, 5000)
print(big.topk(16).indices.sum(1), (big.topk(16).values == big.sort(1, descending=True)[0][:, :16]).all())
