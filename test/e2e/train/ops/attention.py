# Derivatives of scaled_dot_product_attention, and of them: with masks that have one, with few and
# many matrices, of sizes that fill no tile, through heads of a projection.

import math

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)


def show(name, *grads):
    for g in grads:
        print(name, tuple(g.shape), f"{g.double().abs().mean().item():.5f} {g.double().square().mean().item():.4f}")


def leaf(*shape, dtype=torch.float32):
    return torch.randn(*shape, dtype=dtype, requires_grad=True)


def check(n, h, t, s, d, e, dtype=torch.float32):
    q, k, v = leaf(n, h, t, d, dtype=dtype), leaf(n, h, s, d, dtype=dtype), leaf(n, h, s, e, dtype=dtype)
    g = torch.randn(n, h, t, e, dtype=dtype)
    show("plain", *torch.autograd.grad(F.scaled_dot_product_attention(q, k, v), (q, k, v), g))
    show("causal", *torch.autograd.grad(F.scaled_dot_product_attention(q, k, v, is_causal=True), (q, k, v), g))
    seen = torch.randn(n, 1, 1, s) > 0
    seen[0] = False
    y = F.scaled_dot_product_attention(q, k, v, seen, scale=0.3)
    show("seen", *torch.autograd.grad(y, (q, v), g))
    mask = leaf(t, s, dtype=dtype)
    y = F.scaled_dot_product_attention(q, k, v, mask)
    show("added", *torch.autograd.grad(y, (q, k, v, mask), g))


check(2, 3, 5, 7, 8, 4)
check(1, 2, 50, 500, 16, 24)
check(2, 5, 65, 200, 64, 64)
check(1, 2, 33, 40, 300, 17, torch.float64)

# Derivatives of derivatives.
q, k, v = leaf(1, 2, 9, 8, dtype=torch.float64), leaf(1, 2, 7, 8, dtype=torch.float64), leaf(1, 2, 7, 6, dtype=torch.float64)
mask = torch.randn(1, 2, 9, 7, dtype=torch.float64)
mask[0, 0, 3] = -math.inf
for causal in (True, False):
    y = F.scaled_dot_product_attention(q, k, v, None if causal else mask, is_causal=causal)
    a, b, c = torch.autograd.grad(y.square().sum(), (q, k, v), create_graph=True)
    show("first", a, b, c)
    loss = a.square().sum() + (b * b * b).sum() + c.sin().sum()
    show("second", *torch.autograd.grad(loss, (q, k, v)))

# Sizes that only the run knows.
x = leaf(2, 2, 30, 8)
total = 0.0
for part in x.split([11, 19], 2):
    shorter = part[:, :, part[0, 0, :, 0].detach().sort()[1][:7].sort()[0]]
    total = total + F.scaled_dot_product_attention(shorter, part, part, is_causal=True).square().sum()
show("run", *torch.autograd.grad(total, x))


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.project = nn.Linear(32, 96)
        self.output = nn.Linear(32, 32)

    def forward(self, x):
        batch, length, width = x.shape
        heads = [y.view(batch, length, 4, 8).transpose(1, 2) for y in self.project(x).split(32, 2)]
        y = F.scaled_dot_product_attention(*heads, is_causal=True)
        return self.output(y.transpose(1, 2).reshape(batch, length, width))


net = nn.Sequential(Attention(), nn.LayerNorm(32), Attention())
layer = nn.TransformerEncoderLayer(32, 4, 64, dropout=0.0, batch_first=True)
optimizer = torch.optim.AdamW(list(net.parameters()) + list(layer.parameters()), lr=1e-2)
x, target = torch.randn(3, 70, 32), torch.randn(3, 70, 32)
for i in range(4):
    optimizer.zero_grad()
    loss = F.mse_loss(layer(net(x)), target)
    loss.backward()
    optimizer.step()
    print(f"loss {loss.item():.5f}")
