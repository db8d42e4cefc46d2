# An encoder of text in two directions: masked words and the next sentence, pre-trained and then tuned to classify.
import math
import torch
import torch.nn as nn
import torch.nn.functional as F

PAD, CLS, SEP, MASK = range(4)


class Embeddings(nn.Module):
    def __init__(self, words, width, length):
        super().__init__()
        self.word = nn.Embedding(words, width, padding_idx=PAD)
        self.position = nn.Embedding(length, width)
        self.segment = nn.Embedding(2, width)
        self.norm = nn.LayerNorm(width, eps=1e-12)
        self.dropout = nn.Dropout(0.1)
        self.register_buffer("positions", torch.arange(length).expand((1, -1)))

    def forward(self, ids, segments):
        positions = self.positions[:, :ids.size(1)]
        return self.dropout(self.norm(self.word(ids) + self.segment(segments) + self.position(positions)))


class SelfAttention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads, self.size = heads, width // heads
        self.query, self.key, self.value, self.out = (nn.Linear(width, width) for _ in range(4))
        self.dropout = nn.Dropout(0.1)
        self.norm = nn.LayerNorm(width, eps=1e-12)

    def split(self, x):
        return x.view(*x.size()[:-1], self.heads, self.size).permute(0, 2, 1, 3)

    def forward(self, x, mask):
        q, k, v = self.split(self.query(x)), self.split(self.key(x)), self.split(self.value(x))
        scores = q @ k.transpose(-1, -2) / math.sqrt(self.size) + mask
        context = self.dropout(scores.softmax(-1)) @ v
        context = context.permute(0, 2, 1, 3).contiguous()
        context = context.view(*context.size()[:-2], self.heads * self.size)
        return self.norm(x + self.dropout(self.out(context))), scores


class Layer(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.attention = SelfAttention(width, heads)
        self.grow = nn.Linear(width, 4 * width)
        self.shrink = nn.Linear(4 * width, width)
        self.norm = nn.LayerNorm(width, eps=1e-12)
        self.dropout = nn.Dropout(0.1)

    def forward(self, x, mask):
        x, scores = self.attention(x, mask)
        return self.norm(x + self.dropout(self.shrink(F.gelu(self.grow(x))))), scores


class Encoder(nn.Module):
    def __init__(self, words=30, width=16, heads=2, layers=2, length=12):
        super().__init__()
        self.embeddings = Embeddings(words, width, length)
        self.layers = nn.ModuleList([Layer(width, heads) for _ in range(layers)])
        self.pooler = nn.Sequential(nn.Linear(width, width), nn.Tanh())
        self.apply(self.start)

    @staticmethod
    def start(module):
        if isinstance(module, (nn.Linear, nn.Embedding)):
            module.weight.data.normal_(mean=0.0, std=0.02)
        if isinstance(module, nn.Linear) and module.bias is not None:
            module.bias.data.zero_()
        elif isinstance(module, nn.LayerNorm):
            module.bias.data.zero_()
            module.weight.data.fill_(1.0)

    def forward(self, ids, segments=None, mask=None):
        if segments is None:
            segments = torch.zeros_like(ids)
        if mask is None:
            mask = (ids != PAD).long()
        extended = (1.0 - mask[:, None, None, :].float()) * torch.finfo(torch.float32).min
        x = self.embeddings(ids, segments)
        hidden = [x]
        for layer in self.layers:
            x, _ = layer(x, extended)
            hidden.append(x)
        return {"last": x, "pooled": self.pooler(x[:, 0]), "hidden": tuple(hidden)}


class Pretraining(nn.Module):
    def __init__(self, encoder):
        super().__init__()
        self.encoder = encoder
        width = encoder.embeddings.word.embedding_dim
        self.transform = nn.Sequential(nn.Linear(width, width), nn.GELU(), nn.LayerNorm(width, eps=1e-12))
        self.decoder = nn.Linear(width, encoder.embeddings.word.num_embeddings)
        self.decoder.weight = encoder.embeddings.word.weight
        self.next = nn.Linear(width, 2)

    def forward(self, ids, segments, labels, is_next):
        out = self.encoder(ids, segments)
        scores = self.decoder(self.transform(out["last"]))
        words = F.cross_entropy(scores.view(-1, scores.size(-1)), labels.view(-1), ignore_index=-100)
        return words + F.cross_entropy(self.next(out["pooled"]), is_next), scores


class Classifier(nn.Module):
    def __init__(self, encoder, labels):
        super().__init__()
        self.encoder = encoder
        self.dropout = nn.Dropout(0.1)
        self.head = nn.Linear(encoder.embeddings.word.embedding_dim, labels)

    def forward(self, ids):
        return self.head(self.dropout(self.encoder(ids)["pooled"]))


def sample(count, length=12):
    ids = torch.randint(4, 30, (count, length))
    ids[:, 0] = CLS
    ids[:, length // 2] = SEP
    lengths = torch.randint(length // 2 + 2, length + 1, (count,))
    padding = torch.arange(length)[None, :] >= lengths[:, None]
    segments = (torch.arange(length) > length // 2).long().expand(count, -1)
    return ids.masked_fill(padding, PAD), segments


def hide(ids):
    labels = ids.clone()
    chosen = torch.bernoulli(torch.full(ids.shape, 0.3)).bool() & (ids > MASK)
    labels[~chosen] = -100
    replaced = torch.bernoulli(torch.full(ids.shape, 0.8)).bool() & chosen
    ids = ids.clone()
    ids[replaced] = MASK
    return ids, labels


torch.manual_seed(0)
model = Pretraining(Encoder())
print(sum(p.numel() for p in model.parameters()), len(model.state_dict()))
no_decay = ["bias", "norm.weight"]
groups = [
    {"params": [p for n, p in model.named_parameters() if not any(part in n for part in no_decay)], "weight_decay": 0.01},
    {"params": [p for n, p in model.named_parameters() if any(part in n for part in no_decay)], "weight_decay": 0.0},
]
optimizer = torch.optim.AdamW(groups, lr=5e-3)
warmup = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min(1.0, (step + 1) / 5))
ids, segments = sample(8)
is_next = torch.randint(0, 2, (8,))
for step in range(12):
    hidden_ids, labels = hide(ids)
    loss, scores = model(hidden_ids, segments, labels, is_next)
    optimizer.zero_grad()
    loss.backward()
    norm = nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    warmup.step()
    if step % 3 == 0:
        print(f"step {step}: loss {loss.item():.4f}, norm {norm.item():.3f}, rate {warmup.get_last_lr()[0]:.4f}")

model.eval()
with torch.no_grad():
    loss, scores = model(*hide(ids)[:1], segments, ids, is_next)
    print(f"{loss.item():.4f}", scores.shape, len(model.encoder(ids)["hidden"]))

tuned = Classifier(model.encoder, 3)
for p in tuned.encoder.embeddings.parameters():
    p.requires_grad = False
optimizer = torch.optim.AdamW([p for p in tuned.parameters() if p.requires_grad], lr=2e-3)
targets = torch.randint(0, 3, (8,))
tuned.train()
for epoch in range(6):
    loss = F.cross_entropy(tuned(ids), targets)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"epoch {epoch}: {loss.item():.4f}")
tuned.eval()
print((tuned(ids).argmax(1) == targets).sum().item(), tuned(ids[:2]))
