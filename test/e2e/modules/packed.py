# Packed sequences, and recurrent layers on them.

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


for net in [nn.GRU(4, 6, 2, bidirectional=True), nn.RNN(4, 6, nonlinearity="relu")]:
    print(net)
    for sequence in (packed, mixed):
        net.zero_grad()
        output, state = net(sequence)
        rows, sizes = pad_packed_sequence(output)
        show(output.data, rows, state)
        (rows.square().sum() + state.sum()).backward()
        show(*[p.grad for p in net.parameters()][:3])
h0 = torch.randn(2, 3, 6)
gru = nn.GRU(4, 6, bidirectional=True)
show(*[t if torch.is_tensor(t) else t.data for t in gru(mixed, h0)])
