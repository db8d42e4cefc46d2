# Transformers: an encoder that classifies text, a translation model, and one of images.

import math

import torch
import torch.nn as nn

torch.manual_seed(0)


class Positions(nn.Module):
    """Adds sines and cosines of the place."""

    def __init__(self, size, longest=32):
        super().__init__()
        place = torch.arange(longest).unsqueeze(1)
        rate = torch.exp(torch.arange(0, size, 2) * (-math.log(10000.0) / size))
        table = torch.zeros(longest, size)
        table[:, 0::2] = torch.sin(place * rate)
        table[:, 1::2] = torch.cos(place * rate)
        self.register_buffer("table", table)

    def forward(self, x):
        return x + self.table[: x.size(1)]


class TextEncoder(nn.Module):
    def __init__(self, words=50, size=16, heads=4, layers=2, classes=3):
        super().__init__()
        self.word = nn.Embedding(words, size, padding_idx=0)
        self.place = Positions(size)
        layer = nn.TransformerEncoderLayer(size, heads, 32, dropout=0.1, activation="gelu",
                                           batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, layers)
        self.head = nn.Linear(size, classes)

    def forward(self, tokens):
        padding = tokens == 0
        h = self.encoder(self.place(self.word(tokens)), src_key_padding_mask=padding)
        return self.head(h[:, 0])


def train(model, inputs, target, steps=3, lr=0.01):
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
    criterion = nn.CrossEntropyLoss()
    model.train()
    for step in range(steps):
        optimizer.zero_grad()
        logits = model(*inputs)
        loss = criterion(logits.reshape(-1, logits.size(-1)), target.reshape(-1))
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        print(f"step {step} loss {loss.item():.4f}")
    model.eval()


tokens = torch.randint(1, 50, (4, 7))
tokens[1, 5:] = 0
tokens[3, 2:] = 0
classifier = TextEncoder()
print(classifier)
train(classifier, (tokens,), torch.tensor([0, 1, 2, 1]))
with torch.no_grad():
    print((classifier(tokens) * 100).round())
    hidden = classifier.encoder(classifier.word(tokens), src_key_padding_mask=tokens == 0)
    print((hidden[1, :, 0] * 100).round(), (hidden[3, :, 0] * 100).round())


class Translator(nn.Module):
    def __init__(self, sources=20, targets=24, size=16):
        super().__init__()
        self.source = nn.Embedding(sources, size)
        self.target = nn.Embedding(targets, size)
        self.place = Positions(size)
        self.transformer = nn.Transformer(size, 2, 2, 1, 32, dropout=0.0, batch_first=True,
                                          norm_first=True)
        self.generator = nn.Linear(size, targets)

    def forward(self, src, tgt):
        mask = nn.Transformer.generate_square_subsequent_mask(tgt.size(1))
        out = self.transformer(self.place(self.source(src)), self.place(self.target(tgt)),
                               tgt_mask=mask)
        return self.generator(out)


src = torch.randint(0, 20, (3, 6))
tgt = torch.randint(0, 24, (3, 5))
translator = Translator()
train(translator, (src, tgt[:, :-1]), tgt[:, 1:])
with torch.no_grad():
    # Greedy decoding.
    result = torch.zeros(3, 1, dtype=torch.int64)
    for _ in range(4):
        logits = translator(src, result)
        result = torch.cat([result, logits[:, -1].argmax(-1, keepdim=True)], 1)
    print(result)


class ViT(nn.Module):
    def __init__(self, patch=4, side=16, size=24, classes=5):
        super().__init__()
        self.patches = nn.Conv2d(3, size, patch, patch)
        count = (side // patch) ** 2
        self.cls = nn.Parameter(torch.zeros(1, 1, size))
        self.place = nn.Parameter(torch.randn(1, count + 1, size) * 0.02)
        self.layers = nn.ModuleList(
            nn.TransformerEncoderLayer(size, 3, 48, 0.0, "gelu", batch_first=True, norm_first=True)
            for _ in range(2))
        self.norm = nn.LayerNorm(size)
        self.head = nn.Linear(size, classes)

    def forward(self, images):
        x = self.patches(images).flatten(2).transpose(1, 2)
        x = torch.cat([self.cls.expand(x.size(0), -1, -1), x], 1) + self.place
        for layer in self.layers:
            x = layer(x)
        return self.head(self.norm(x[:, 0]))


images = torch.randn(4, 3, 16, 16)
vit = ViT()
train(vit, (images,), torch.tensor([0, 4, 2, 1]))
with torch.no_grad():
    print((vit(images) * 100).round())

# Layers by sequence, with all their masks.
decoder = nn.TransformerDecoder(nn.TransformerDecoderLayer(8, 2, 16, 0.0), 2, nn.LayerNorm(8))
memory = torch.randn(6, 2, 8)
tgt = torch.randn(4, 2, 8)
out = decoder(tgt, memory, tgt_mask=nn.Transformer.generate_square_subsequent_mask(4),
              memory_key_padding_mask=torch.tensor([[False] * 6, [False] * 3 + [True] * 3]))
print(out.shape, out[:, 1, 0])
out.sum().backward()
print(decoder.layers[0].multihead_attn.in_proj_weight.grad.shape)
