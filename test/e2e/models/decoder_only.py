# A decoder-only transformer with tied weights, decay groups and sampling.
import math
from dataclasses import dataclass
import torch
from torch import nn
import torch.nn.functional as F


@dataclass
class Config:
    length: int = 8
    vocabulary: int = 11
    layers: int = 2
    heads: int = 2
    width: int = 8
    dropout: float = 0.1


class Attention(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.heads = c.heads
        self.qkv = nn.Linear(c.width, 3 * c.width)
        self.out = nn.Linear(c.width, c.width)
        self.drop = nn.Dropout(c.dropout)
        self.register_buffer("mask", torch.tril(torch.ones(c.length, c.length)).view(1, 1, c.length, c.length))

    def forward(self, x):
        b, t, w = x.size()
        q, k, v = [y.view(b, t, self.heads, w // self.heads).transpose(1, 2) for y in self.qkv(x).split(w, dim=2)]
        scores = q @ k.transpose(-2, -1) / math.sqrt(k.size(-1))
        scores = scores.masked_fill(self.mask[:, :, :t, :t] == 0, float("-inf"))
        y = self.drop(F.softmax(scores, dim=-1)) @ v
        return self.out(y.transpose(1, 2).contiguous().view(b, t, w))


class Block(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.before, self.behind = nn.LayerNorm(c.width), nn.LayerNorm(c.width)
        self.attention = Attention(c)
        self.mlp = nn.Sequential(nn.Linear(c.width, 4 * c.width), nn.GELU(), nn.Linear(4 * c.width, c.width), nn.Dropout(c.dropout))

    def forward(self, x):
        x = x + self.attention(self.before(x))
        return x + self.mlp(self.behind(x))


class Model(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.c = c
        self.tokens = nn.Embedding(c.vocabulary, c.width)
        self.places = nn.Embedding(c.length, c.width)
        self.blocks = nn.ModuleList([Block(c) for _ in range(c.layers)])
        self.norm = nn.LayerNorm(c.width)
        self.head = nn.Linear(c.width, c.vocabulary, bias=False)
        self.head.weight = self.tokens.weight
        self.apply(self.initialise)

    def initialise(self, module):
        if isinstance(module, (nn.Linear, nn.Embedding)):
            nn.init.normal_(module.weight, std=0.1)
        if isinstance(module, nn.Linear) and module.bias is not None:
            nn.init.zeros_(module.bias)

    def forward(self, ids, targets=None):
        x = self.tokens(ids) + self.places(torch.arange(ids.size(1)))
        for block in self.blocks:
            x = block(x)
        logits = self.head(self.norm(x))
        if targets is None:
            return logits[:, [-1]], None
        return logits, F.cross_entropy(logits.view(-1, logits.size(-1)), targets.view(-1), ignore_index=-1)

    @torch.no_grad()
    def generate(self, ids, count, temperature=1.0, best=None):
        for _ in range(count):
            logits = self(ids if ids.size(1) <= self.c.length else ids[:, -self.c.length:])[0][:, -1] / temperature
            if best is not None:
                least = torch.topk(logits, best)[0]
                logits[logits < least[:, [-1]]] = -float("inf")
            ids = torch.cat((ids, torch.multinomial(F.softmax(logits, dim=-1), 1)), dim=1)
        return ids


torch.manual_seed(5)
model = Model(Config())
groups = [{"params": [p for p in model.parameters() if p.dim() >= 2], "weight_decay": 0.1},
          {"params": [p for p in model.parameters() if p.dim() < 2], "weight_decay": 0.0}]
optimizer = torch.optim.AdamW(groups, lr=0.01, betas=(0.9, 0.95))
for step in range(4):
    x = torch.randint(0, 11, (3, 8))
    loss = model(x, torch.roll(x, -1, 1))[1]
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    print(step, "%.4f" % loss.item(), "%.4f" % nn.utils.clip_grad_norm_(model.parameters(), 1.0).item())
    optimizer.step()
model.eval()
print(model.generate(torch.zeros(1, 1, dtype=torch.long), 10, 0.8, 5))
