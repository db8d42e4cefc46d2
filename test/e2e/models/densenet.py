# DenseNet: each layer sees what all before it made.
import torch
import torch.nn.functional as F
from collections import OrderedDict
from torch import nn


class Layer(nn.Module):
    def __init__(self, channels, growth, drop):
        super().__init__()
        self.bn = nn.BatchNorm2d(channels)
        self.conv = nn.Conv2d(channels, growth, 3, padding=1, bias=False)
        self.drop = drop

    def forward(self, *inputs):
        y = self.conv(F.relu(self.bn(torch.cat(inputs, 1))))
        return F.dropout(y, self.drop, self.training) if self.drop > 0 else y


class Block(nn.ModuleDict):
    def __init__(self, count, channels, growth, drop):
        super().__init__()
        for i in range(count):
            self.add_module("layer%d" % (i + 1), Layer(channels + i * growth, growth, drop))

    def forward(self, x):
        outputs = [x]
        for name, layer in self.items():
            outputs.append(layer(*outputs))
        return torch.cat(outputs, 1)


def dense(blocks, growth, classes):
    channels = 2 * growth
    layers = OrderedDict([("stem", nn.Conv2d(3, channels, 3, padding=1, bias=False))])
    for i, count in enumerate(blocks):
        layers["block%d" % i] = Block(count, channels, growth, 0.1)
        channels += count * growth
        if i != len(blocks) - 1:
            layers["down%d" % i] = nn.Sequential(nn.BatchNorm2d(channels), nn.ReLU(), nn.Conv2d(channels, channels // 2, 1), nn.AvgPool2d(2))
            channels //= 2
    layers["norm"] = nn.BatchNorm2d(channels)
    layers["pool"] = nn.AdaptiveAvgPool2d(1)
    layers["flat"] = nn.Flatten()
    layers["head"] = nn.Linear(channels, classes)
    return nn.Sequential(layers)


torch.manual_seed(1)
model = dense((2, 3), 4, 3)
print([name for name, child in model.named_children()], sum(p.numel() for p in model.parameters()))
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
x, y = torch.randn(4, 3, 8, 8), torch.tensor([0, 1, 2, 1])
for step in range(3):
    loss = F.cross_entropy(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print("%.4f" % loss.item())
model.eval()
print(model(x).argmax(1), model(x).shape)
