# A model like GPT-2 (12 layers, width 768, 12 heads): the forward pass, or a training step
# with AdamW. Milliseconds, the best of several.
import time
import torch
import torch.nn as nn
import torch.nn.functional as F

BATCH = 1
LENGTH = 256
TRAIN = False
REPEAT = 5
LAYERS = 12
WIDTH = 768
HEADS = 12
WORDS = 4096


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.project = nn.Linear(WIDTH, 3 * WIDTH)
        self.output = nn.Linear(WIDTH, WIDTH)

    def forward(self, x):
        batch, length, width = x.shape
        q, k, v = self.project(x).split(WIDTH, dim=2)
        q = q.view(batch, length, HEADS, width // HEADS).transpose(1, 2)
        k = k.view(batch, length, HEADS, width // HEADS).transpose(1, 2)
        v = v.view(batch, length, HEADS, width // HEADS).transpose(1, 2)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return self.output(y.transpose(1, 2).reshape(batch, length, width))


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm1 = nn.LayerNorm(WIDTH)
        self.attention = Attention()
        self.norm2 = nn.LayerNorm(WIDTH)
        self.widen = nn.Linear(WIDTH, 4 * WIDTH)
        self.narrow = nn.Linear(4 * WIDTH, WIDTH)

    def forward(self, x):
        x = x + self.attention(self.norm1(x))
        return x + self.narrow(F.gelu(self.widen(self.norm2(x)), approximate="tanh"))


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(WORDS, WIDTH)
        self.places = nn.Embedding(LENGTH, WIDTH)
        self.blocks = nn.ModuleList([Block() for _ in range(LAYERS)])
        self.norm = nn.LayerNorm(WIDTH)
        self.head = nn.Linear(WIDTH, WORDS, bias=False)

    def forward(self, tokens):
        x = self.words(tokens) + self.places(torch.arange(tokens.size(1)))
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x))


torch.manual_seed(0)
net = Model()
tokens = torch.randint(0, WORDS, (BATCH, LENGTH))
best = 1e9
if TRAIN:
    targets = torch.randint(0, WORDS, (BATCH, LENGTH))
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-4)
    for _ in range(REPEAT):
        start = time.perf_counter()
        optimizer.zero_grad()
        loss = F.cross_entropy(net(tokens).view(-1, WORDS), targets.view(-1))
        loss.backward()
        optimizer.step()
        best = min(best, time.perf_counter() - start)
    print("loss", loss.item())
else:
    with torch.no_grad():
        for _ in range(REPEAT):
            start = time.perf_counter()
            scores = net(tokens)
            best = min(best, time.perf_counter() - start)
    print("scores", scores.double().square().mean().item())
print(best * 1e3)
