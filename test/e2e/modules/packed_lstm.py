# LSTMs on packed sequences, with projections too.

import torch
import torch.nn as nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

torch.manual_seed(0)
x = torch.randn(5, 3, 4)
packed = pack_padded_sequence(x, torch.tensor([5, 3, 1]))
mixed = pack_padded_sequence(x.transpose(0, 1), [2, 5, 3], batch_first=True, enforce_sorted=False)


def show(*tensors):
    print(*[f"{tuple(t.shape)} {t.double().sum().item():.4f} {t.double().abs().mean().item():.5f}"
            for t in tensors])


for net, sequence in [(nn.LSTM(4, 6, 2), packed), (nn.LSTM(4, 6, proj_size=3, bidirectional=True), mixed)]:
    print(net)
    output, (h, c) = net(sequence)
    rows, sizes = pad_packed_sequence(output)
    show(output.data, rows, h, c)
    (rows.square().sum() + h.sum()).backward()
    show(*[p.grad for p in net.parameters()])

projected = nn.LSTM(4, 5, 2, proj_size=2, batch_first=True)
print([tuple(p.shape) for p in projected.parameters()])
output, (h, c) = projected(x.transpose(0, 1))
show(output, h, c)
output, (h, c) = projected(x.transpose(0, 1), (h, c))
(output.sum() + c.sum()).backward()
show(output, *[p.grad for p in projected.parameters()])
