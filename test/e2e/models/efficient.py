# Inverted bottlenecks with squeeze and excitation, and stochastic depth.
import torch
from torch import nn


class Excite(nn.Module):
    def __init__(self, channels, squeezed):
        super().__init__()
        self.down = nn.Conv2d(channels, squeezed, 1)
        self.up = nn.Conv2d(squeezed, channels, 1)

    def forward(self, x):
        s = x.mean((2, 3), keepdim=True)
        return x * torch.sigmoid(self.up(nn.functional.silu(self.down(s))))


def drop_path(x, p, training):
    if not training or p == 0.0:
        return x
    keep = torch.empty([x.shape[0]] + [1] * (x.dim() - 1)).bernoulli_(1 - p)
    return x * keep / (1 - p)


class Bottleneck(nn.Module):
    def __init__(self, inputs, outputs, expand, kernel, stride, drop):
        super().__init__()
        hidden = inputs * expand
        self.skips = stride == 1 and inputs == outputs
        self.drop = drop
        layers = []
        if expand != 1:
            layers += [nn.Conv2d(inputs, hidden, 1, bias=False), nn.BatchNorm2d(hidden), nn.SiLU()]
        layers += [nn.Conv2d(hidden, hidden, kernel, stride, kernel // 2, groups=hidden, bias=False), nn.BatchNorm2d(hidden), nn.SiLU()]
        layers += [Excite(hidden, max(1, inputs // 4)), nn.Conv2d(hidden, outputs, 1, bias=False), nn.BatchNorm2d(outputs)]
        self.layers = nn.Sequential(*layers)

    def forward(self, x):
        y = self.layers(x)
        return x + drop_path(y, self.drop, self.training) if self.skips else y


torch.manual_seed(2)
plan = [(1, 4, 1, 1, 3), (4, 8, 2, 2, 3), (4, 8, 1, 1, 5)]
blocks, channels, count = [nn.Conv2d(3, 4, 3, 2, 1, bias=False), nn.BatchNorm2d(4), nn.SiLU()], 4, 0
for expand, outputs, repeats, stride, kernel in plan:
    for i in range(repeats):
        blocks.append(Bottleneck(channels, outputs, expand, kernel, stride if i == 0 else 1, 0.1 * count))
        channels, count = outputs, count + 1
model = nn.Sequential(*blocks, nn.AdaptiveAvgPool2d(1), nn.Flatten(1), nn.Dropout(0.2), nn.Linear(channels, 4))
optimizer = torch.optim.RMSprop(model.parameters(), lr=0.003, momentum=0.9)
x, y = torch.randn(4, 3, 16, 16), torch.arange(4)
for step in range(3):
    loss = nn.functional.cross_entropy(model(x), y, label_smoothing=0.1)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print("%.4f" % loss.item())
print(["%.2f" % v for v in model.eval()(x)[0].tolist()])
