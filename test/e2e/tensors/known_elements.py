# Sizes and rates of layers that are computed by arange and linspace.
import torch
from torch import nn

depth = 4
rates = [x.item() for x in torch.linspace(0, 0.3, depth)]
layers = nn.ModuleList([nn.Dropout(rate) if rate > 0.0 else nn.Identity() for rate in rates])
print([type(layer).__name__ for layer in layers], ["%.4f" % rate for rate in rates])

widths = torch.arange(5) * 36.44 + 24
capacity = torch.round(torch.log(widths / 24) / 0.91)
sizes = (torch.round(torch.divide(24 * torch.pow(2.49, capacity), 8)) * 8).int().tolist()
print(sizes, len(set(sizes)))
blocks = nn.Sequential(*[nn.Linear(a, b) for a, b in zip(sizes[:-1], sizes[1:])])
print([tuple(block.weight.shape) for block in blocks])
lengths = torch.LongTensor([2, 5, 3])
print(torch.zeros(3, int(lengths[1])).shape, lengths[-1].item() + 1)
changed = torch.arange(3)
changed[1] = 7
print([x.item() for x in changed])
