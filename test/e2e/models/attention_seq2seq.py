# An encoder and a decoder with attention, teacher forcing, then greedy decoding.
import random
import torch
from torch import nn
import torch.nn.functional as F

START, END, WORDS = 0, 1, 8


class Encoder(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.embedding = nn.Embedding(WORDS, width)
        self.gru = nn.GRU(width, width, batch_first=True, bidirectional=True)
        self.join = nn.Linear(2 * width, width)

    def forward(self, x):
        outputs, hidden = self.gru(self.embedding(x))
        return outputs, torch.tanh(self.join(torch.cat((hidden[0], hidden[1]), 1)))


class Attention(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.query, self.key, self.score = nn.Linear(width, width), nn.Linear(2 * width, width), nn.Linear(width, 1)

    def forward(self, hidden, outputs):
        scores = self.score(torch.tanh(self.query(hidden).unsqueeze(1) + self.key(outputs))).squeeze(2)
        weights = F.softmax(scores, dim=1)
        return torch.bmm(weights.unsqueeze(1), outputs).squeeze(1), weights


class Decoder(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.embedding = nn.Embedding(WORDS, width)
        self.attention = Attention(width)
        self.cell = nn.GRUCell(3 * width, width)
        self.out = nn.Linear(3 * width, WORDS)

    def forward(self, token, hidden, outputs):
        context, weights = self.attention(hidden, outputs)
        hidden = self.cell(torch.cat((self.embedding(token), context), 1), hidden)
        return self.out(torch.cat((hidden, context), 1)), hidden, weights


torch.manual_seed(6)
random.seed(6)
encoder, decoder = Encoder(6), Decoder(6)
optimizer = torch.optim.Adam(list(encoder.parameters()) + list(decoder.parameters()), lr=0.02)
source = torch.randint(2, WORDS, (3, 5))
target = torch.cat((source.flip(1), torch.full((3, 1), END)), 1)
for step in range(4):
    outputs, hidden = encoder(source)
    token, loss = torch.full((3,), START), 0
    forced = random.random() < 0.5
    for t in range(target.size(1)):
        logits, hidden, weights = decoder(token, hidden, outputs)
        loss = loss + F.cross_entropy(logits, target[:, t])
        token = target[:, t] if forced else logits.argmax(1)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print("%.4f" % (loss.item() / target.size(1)))
with torch.no_grad():
    outputs, hidden = encoder(source[:1])
    token, words = torch.tensor([START]), []
    for t in range(8):
        logits, hidden, weights = decoder(token, hidden, outputs)
        token = logits.argmax(1)
        if token.item() == END:
            break
        words.append(token.item())
print(words, weights)
