# A language model: batches in columns, hidden states carried, tied weights, clipping.
import math
import torch
from torch import nn


class Model(nn.Module):
    def __init__(self, words, width, layers, dropout):
        super().__init__()
        self.drop = nn.Dropout(dropout)
        self.encoder = nn.Embedding(words, width)
        self.rnn = nn.LSTM(width, width, layers, dropout=dropout)
        self.decoder = nn.Linear(width, words)
        self.decoder.weight = self.encoder.weight
        nn.init.uniform_(self.encoder.weight, -0.1, 0.1)

    def forward(self, x, hidden):
        output, hidden = self.rnn(self.drop(self.encoder(x)), hidden)
        return self.decoder(self.drop(output)).flatten(0, 1), hidden

    def start(self, batch):
        weight = next(self.parameters())
        shape = self.rnn.num_layers, batch, self.rnn.hidden_size
        return weight.new_zeros(shape), weight.new_zeros(shape)


def detached(h):
    return h.detach() if isinstance(h, torch.Tensor) else tuple(detached(v) for v in h)


torch.manual_seed(8)
text = "the cat sat on the mat and the dog sat on the cat while the mat lay on the dog".split()
words = {word: i for i, word in enumerate(sorted(set(text)))}
ids = torch.tensor([words[word] for word in text])
columns = ids[:len(ids) // 2 * 2].view(2, -1).t().contiguous()
model, span, lr = Model(len(words), 6, 2, 0.2), 4, 2.0
for epoch in range(3):
    hidden, total = model.start(2), 0.0
    model.train()
    for batch, i in enumerate(range(0, columns.size(0) - 1, span)):
        length = min(span, len(columns) - 1 - i)
        data, target = columns[i:i + length], columns[i + 1:i + 1 + length].reshape(-1)
        hidden = detached(hidden)
        model.zero_grad()
        output, hidden = model(data, hidden)
        loss = nn.functional.cross_entropy(output, target)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 0.25)
        for p in model.parameters():
            p.data.add_(p.grad, alpha=-lr)
        total += loss.item()
    print(f"epoch {epoch + 1} | loss {total / (batch + 1):5.3f} | ppl {math.exp(total / (batch + 1)):6.2f}")
model.eval()
with torch.no_grad():
    hidden, word, said = model.start(1), torch.tensor([[words["the"]]]), ["the"]
    for _ in range(5):
        output, hidden = model(word, hidden)
        word = torch.multinomial(output[-1].div(0.7).exp(), 1).view(1, 1)
        said.append(sorted(words)[word.item()])
print(" ".join(said))
