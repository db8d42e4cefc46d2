# Views share memory with their base; copies do not.
import torch

x = torch.arange(12.0).reshape(3, 4)
row, column, block = x[0], x[:, 1], x[1:, 2:]
t, flat = x.t(), x.view(-1)
x[0, 1] = 100
print(row, column, t[1, 0], flat[1])
block.fill_(-1)
row += 1
t[0, 2] = 55
print(x)
flat[-1] = 7
print(block, x[2])
copy = x.clone()
r = x.reshape(2, 6)
s = x.t().reshape(-1)
x.zero_()
print(copy[0], r[0], s[:3], t.sum())
y = torch.zeros(2, 3)
y.transpose(0, 1)[2] = torch.tensor([1.0, 2.0])
y.unsqueeze(0)[0, 1, 0] = 9
y.narrow(1, 1, 1).add_(5)
y.select(0, 0).mul_(2)
print(y)
a, b = y.chunk(2)
a += 100
first, rest = y.split([1, 2], dim=1)
rest *= -1
print(y, first.squeeze(1))
z = torch.zeros(4)
v = z.view(2, 2)
w = v[0]
w[1] = 3
v += 1
print(z, w, v)
d = torch.ones(3)
e = d
e += 1
d = d + 1
print(d, e)
q = torch.zeros(2, 3)
q[:, 0] = torch.tensor([1.0, 2.0])
q[1] = q[0] + 1
q[..., -1] *= 2
q[q > 1] = 0.5
print(q, q.permute(1, 0)[0], q.flatten()[1:3], q.unbind(0)[1])


@torch.jit.script
def through(x: torch.Tensor) -> torch.Tensor:
    y = x[1]
    z = x.t()
    y += 10
    z[0] = -1
    for i in range(x.size(1)):
        x[0, i] = float(i)
    return y


base = torch.zeros(2, 3)
print(through(base), base)
