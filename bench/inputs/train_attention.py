# Training a classifier of sequences: two layers of attention, written by hand,
# dropout and AdamW. Its lengths are sizes of the run. Microseconds a step.
import math
import time
import torch
import torch.nn as nn
import torch.nn.functional as F


class Attention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.query = nn.Linear(width, width)
        self.key = nn.Linear(width, width)
        self.value = nn.Linear(width, width)
        self.out = nn.Linear(width, width)

    def split(self, x):
        return x.reshape(x.size(0), x.size(1), self.heads, -1).transpose(1, 2)

    def forward(self, x, padding):
        q, k, v = self.split(self.query(x)), self.split(self.key(x)), self.split(self.value(x))
        scores = q @ k.transpose(-2, -1) / math.sqrt(q.size(-1))
        scores = scores.masked_fill(padding[:, None, None, :], float("-inf"))
        mixed = scores.softmax(-1) @ v
        return self.out(mixed.transpose(1, 2).reshape(x.size(0), x.size(1), -1))


class Layer(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.attention = Attention(width, heads)
        self.inner = nn.Sequential(nn.Linear(width, 2 * width), nn.GELU(), nn.Dropout(0.1),
                                   nn.Linear(2 * width, width))
        self.before = nn.LayerNorm(width)
        self.between = nn.LayerNorm(width)

    def forward(self, x, padding):
        x = x + self.attention(self.before(x), padding)
        return x + self.inner(self.between(x))


class Classifier(nn.Module):
    def __init__(self, words, width, heads, layers, classes):
        super().__init__()
        self.embed = nn.Embedding(words, width, padding_idx=0)
        self.place = nn.Parameter(torch.randn(1, 32, width) * 0.02)
        self.layers = nn.ModuleList([Layer(width, heads) for _ in range(layers)])
        self.head = nn.Linear(width, classes)

    def forward(self, tokens):
        padding = tokens.eq(0)
        x = self.embed(tokens) + self.place[:, :tokens.size(1)]
        for layer in self.layers:
            x = layer(x, padding)
        return self.head(x.mean(1))


torch.manual_seed(0)
model = Classifier(50, 32, 4, 2, 3)
optimizer = torch.optim.AdamW(model.parameters(), lr=0.001)
tokens = torch.randint(1, 50, (16, 24))
labels = tokens[:, 0] % 3


def train(steps):
    for step in range(steps):
        # Batches of other lengths, as a loader gives them.
        length = 8 + (step * 7) % 17
        optimizer.zero_grad()
        loss = F.cross_entropy(model(tokens[:, :length]), labels)
        loss.backward()
        optimizer.step()
    return loss.item()


train(50)
start = time.time()
train(200)
print((time.time() - start) / 200 * 1e6)
