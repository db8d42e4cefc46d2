# Attention that is written as products and a softmax, as models do it.

import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class CausalSelfAttention(nn.Module):
    def __init__(self, width, heads, length):
        super().__init__()
        self.project = nn.Linear(width, 3 * width)
        self.output = nn.Linear(width, width)
        self.dropout = nn.Dropout(0.0)
        self.register_buffer("bias", torch.tril(torch.ones(length, length)).view(1, 1, length, length))
        self.heads = heads
        self.width = width

    def forward(self, x):
        B, T, C = x.size()
        q, k, v = self.project(x).split(self.width, dim=2)
        k = k.view(B, T, self.heads, C // self.heads).transpose(1, 2)
        q = q.view(B, T, self.heads, C // self.heads).transpose(1, 2)
        v = v.view(B, T, self.heads, C // self.heads).transpose(1, 2)
        att = (q @ k.transpose(-2, -1)) * (1.0 / math.sqrt(k.size(-1)))
        att = att.masked_fill(self.bias[:, :, :T, :T] == 0, float("-inf"))
        att = F.softmax(att, dim=-1)
        att = self.dropout(att)
        y = att @ v
        return self.output(y.transpose(1, 2).contiguous().view(B, T, C))


def show(name, *tensors):
    for t in tensors:
        print(name, tuple(t.shape), f"{t.double().abs().mean().item():.5f} {t.double().square().mean().item():.4f}")


torch.manual_seed(0)
net = CausalSelfAttention(32, 4, 64)
x = torch.randn(2, 40, 32)
y = net(x)
y.square().sum().backward()
show("causal", y, *[p.grad for p in net.parameters()])

q, k, v = [torch.randn(2, 5, 9, 8, requires_grad=True) for _ in range(3)]
bias = torch.randn(5, 9, 9, requires_grad=True)
weights = F.softmax(q @ k.transpose(-2, -1) / math.sqrt(8), dim=-1)
y = weights @ v
show("plain", y, *torch.autograd.grad(y.sin().sum(), (q, k, v)))
weights = F.softmax(q @ k.transpose(-2, -1) / math.sqrt(8), dim=-1)
show("used again", weights @ v, weights)
weights = F.softmax(q @ k.mT * 0.5 + bias, dim=-1)
y = weights @ v
show("bias", y, *torch.autograd.grad(y.sin().sum(), (q, k, v, bias)))

# A row sees nothing; what is hidden has a score; the softmax goes along another dimension.
hidden = torch.triu(torch.ones(9, 9), diagonal=0).bool()
weights = torch.softmax((torch.bmm(q[0], k[0].transpose(1, 2)) / 8 ** 0.5).masked_fill(hidden, -math.inf), dim=-1)
y = torch.bmm(weights, v[0])
print(y.detach()[0, :2])
show("nothing", y[:, 1:])
scores = torch.bmm(q[0], k[0].transpose(1, 2)) / 8 ** 0.5
weights = torch.softmax(scores.masked_fill(hidden, -1e9), dim=-1)
show("low", torch.bmm(weights, v[0]))
y = torch.bmm(torch.softmax(scores, 1), v[0])
show("columns", y, *torch.autograd.grad(y.sin().sum(), (q, v)))

# The derivative of a derivative.
y = torch.softmax(torch.bmm(q[1], k[1].mT), -1) @ v[1]
g, = torch.autograd.grad(y.square().mean(), q, create_graph=True)
show("second", *torch.autograd.grad(g.square().sum(), (q, k, v)))

# As many tokens as the run says.
for part in torch.randn(1, 21, 32).split([4, 17], 1):
    n = int(part[0, :, 0].gt(-2).sum().item())
    show("run", net(part[:, :n]))
