# Packed sequences, recurrent layers on them, and projections of LSTM.

import torch
import torch.nn as nn
from torch.nn.utils.rnn import (PackedSequence, pack_padded_sequence, pack_sequence,
                                pad_packed_sequence, pad_sequence, unpack_sequence)

torch.manual_seed(0)
x = torch.randn(5, 3, 4)
lengths = torch.tensor([5, 3, 1])
packed = pack_padded_sequence(x, lengths)
print(packed.data.shape, packed.batch_sizes, packed.sorted_indices)
padded, back = pad_packed_sequence(packed)
print(padded.shape, back, padded[3:, 1])
print(pad_packed_sequence(packed, batch_first=True, padding_value=-1.0, total_length=6)[0][2, :, 0])
mixed = pack_padded_sequence(x.transpose(0, 1), [2, 5, 3], batch_first=True, enforce_sorted=False)
print(mixed.batch_sizes, mixed.sorted_indices, mixed.unsorted_indices)
print(pad_packed_sequence(mixed)[1])
parts = pack_sequence([torch.ones(3, 2), torch.ones(2, 2) * 2, torch.ones(1, 2) * 3])
print(parts.data[:, 0], isinstance(parts, PackedSequence), [p.shape for p in unpack_sequence(parts)])


def show(*tensors):
    print(*[f"{tuple(t.shape)} {t.double().sum().item():.4f} {t.double().abs().mean().item():.5f}"
            for t in tensors])


for net in [nn.LSTM(4, 6, 2, bidirectional=True), nn.GRU(4, 6, 2, bidirectional=True),
            nn.RNN(4, 6, nonlinearity="relu"), nn.LSTM(4, 6, 2, proj_size=3, bidirectional=True)]:
    print(net)
    for sequence in (packed, mixed):
        net.zero_grad()
        output, state = net(sequence)
        h = state[0] if isinstance(state, tuple) else state
        rows, sizes = pad_packed_sequence(output)
        show(output.data, rows, h)
        (rows.square().sum() + h.sum()).backward()
        show(*[p.grad for p in net.parameters()][:3])
    if isinstance(net, nn.LSTM):
        show(state[1])
h0 = torch.randn(2, 3, 6)
gru = nn.GRU(4, 6, bidirectional=True)
show(*[t if torch.is_tensor(t) else t.data for t in gru(mixed, h0)])

projected = nn.LSTM(4, 5, 2, proj_size=2, batch_first=True)
print([tuple(p.shape) for p in projected.parameters()])
output, (h, c) = projected(x.transpose(0, 1))
show(output, h, c)
output, (h, c) = projected(x.transpose(0, 1), (h, c))
(output.sum() + c.sum()).backward()
show(output, *[p.grad for p in projected.parameters()])


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
