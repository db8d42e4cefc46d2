import torch
import torch.nn as nn
import torch.nn.functional as F

# Rows that a warp, a block and the largest block keep in registers, and longer
# ones; numbers of rows that fill blocks and that do not.
d = 'cuda:0'


def values(rows: int, length: int):
    return (torch.arange(rows * length).float() * 0.618 % 3 - 1).reshape(rows, length).to(d)


for rows, length in [(1, 2), (3, 7), (8, 32), (9, 33), (5, 100), (64, 129), (2, 1000), (3, 4097), (1, 16384), (2, 20000)]:
    x = values(rows, length)
    print(rows, length, x.softmax(1)[-1, -2:].cpu(), x.log_softmax(1).sum().item(), F.layer_norm(x, (length,))[0, :2].cpu())

# The gradients of norms and losses.
for length in [10, 96, 300]:
    x = values(12, length).requires_grad_()
    norm = nn.LayerNorm(length).to(d)
    norm.weight.data.mul_(1.5)
    target = (torch.arange(12) * 7 % length).to(d)
    loss = F.cross_entropy(norm(x), target) + F.mse_loss(x.softmax(1), x.detach())
    loss.backward()
    print(loss.item(), x.grad[3, :3].cpu(), norm.weight.grad[:3].cpu(), norm.bias.grad[:2].cpu())

# Rows of several dimensions, of more than one dimension, of doubles and ints.
y = values(6, 40).reshape(2, 3, 5, 8)
print(F.layer_norm(y, (5, 8))[1, 2, 4].cpu(), y.softmax(-1)[1, 0, 3].cpu(), y.amax((2, 3)).cpu())
z = values(4, 70).double()
print(z.softmax(1)[2, :3].cpu(), (z / z.norm(dim=1, keepdim=True))[1, :2].cpu(), F.normalize(z, dim=1)[3, -2:].cpu())
n = (torch.arange(180).reshape(3, 60) % 11).to(d)
print((n - n.amax(1, keepdim=True)).sum(1).cpu(), (n == n.amin(1, keepdim=True)).sum(1).cpu(), (n * n.sum(1, keepdim=True))[1, :3].cpu())
b = (n > 4) & (n > 4).any(1, keepdim=True)
print(b.sum().item(), b.all(1).cpu())

# A row that is replaced, and a column that scales rows in place.
w = values(5, 50)
w -= w.mean(1, keepdim=True)
w /= w.std(1, keepdim=True)
print(w[2, :3].cpu(), w.sum().item() < 1e-3)
scale = w.abs().amax(1)
w.div_(scale.unsqueeze(1))
print(w.abs().amax(1).cpu(), scale[1].item())
# Rows of integers with a sign.
n = (torch.arange(24).view(4, 6) * 7 % 11 - 5).to(torch.int8).to('cuda:0')
print((n + 1).max(1).values.cpu(), (n * 2).cumsum(1, dtype=torch.int8).cpu())
print((n - n.amax(1, keepdim=True)).sum(1, dtype=torch.int16).cpu())
