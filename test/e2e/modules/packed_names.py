# A classifier of names on packed sequences, trained.

import torch
import torch.nn as nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_sequence

torch.manual_seed(0)


# A classifier of names: its lengths are sorted in each batch.
class Names(nn.Module):
    def __init__(self):
        super().__init__()
        self.letters = nn.Embedding(27, 8, padding_idx=0)
        self.gru = nn.GRU(8, 12, bidirectional=True)
        self.head = nn.Linear(24, 3)

    def forward(self, words, lengths):
        h = self.letters(words.t())
        _, hidden = self.gru(pack_padded_sequence(h, lengths))
        return self.head(torch.cat([hidden[-1], hidden[-2]], 1))


words = [torch.randint(1, 27, (n,)) for n in (7, 6, 4, 2)]
batch = pad_sequence(words, batch_first=True)
sizes = torch.tensor([len(w) for w in words])
model = Names()
optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
for step in range(4):
    loss = nn.functional.cross_entropy(model(batch, sizes), torch.tensor([0, 1, 2, 1]))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"{loss.item():.4f}")
