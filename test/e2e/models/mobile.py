# Inverted residuals: depthwise convolutions, squeeze and excitation, dense joins, 1-d convolutions.
import torch
import torch.nn as nn
import torch.nn.functional as F


class Excite(nn.Module):
    def __init__(self, channels, ratio=4):
        super().__init__()
        self.pool = nn.AdaptiveAvgPool2d(1)
        self.reduce = nn.Conv2d(channels, channels // ratio, 1)
        self.expand = nn.Conv2d(channels // ratio, channels, 1)

    def forward(self, x):
        return x * torch.sigmoid(self.expand(F.silu(self.reduce(self.pool(x)))))


class Inverted(nn.Module):
    def __init__(self, inputs, outputs, stride, kernel):
        super().__init__()
        hidden = 3 * inputs
        self.skip = stride == 1 and inputs == outputs
        self.body = nn.Sequential(
            nn.Conv2d(inputs, hidden, 1, bias=False), nn.BatchNorm2d(hidden), nn.Hardswish(),
            nn.Conv2d(hidden, hidden, kernel, stride, kernel // 2, groups=hidden, bias=False),
            nn.BatchNorm2d(hidden), nn.ReLU6(inplace=True), Excite(hidden),
            nn.Conv2d(hidden, outputs, 1, bias=False), nn.BatchNorm2d(outputs))

    def forward(self, x):
        return x + self.body(x) if self.skip else self.body(x)


class Dense(nn.Module):
    """Each layer sees what all before it have given."""

    def __init__(self, inputs, growth, depth):
        super().__init__()
        self.layers = nn.ModuleList([
            nn.Sequential(nn.BatchNorm2d(inputs + i * growth), nn.ReLU(),
                          nn.Conv2d(inputs + i * growth, growth, 3, padding=1, bias=False))
            for i in range(depth)])

    def forward(self, x):
        features = [x]
        for layer in self.layers:
            features.append(layer(torch.cat(features, 1)))
        return F.avg_pool2d(torch.cat(features, 1), 2)


class Waves(nn.Module):
    """Dilated causal convolutions of one dimension."""

    def __init__(self, width):
        super().__init__()
        self.layers = nn.ModuleList([nn.Conv1d(width, 2 * width, 2, dilation=2 ** i) for i in range(3)])

    def forward(self, x):
        for i, layer in enumerate(self.layers):
            gate, value = layer(F.pad(x, (2 ** i, 0))).chunk(2, 1)
            x = x + torch.tanh(value) * torch.sigmoid(gate)
        return x


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2d(3, 8, 3, 2, 1)
        self.blocks = nn.Sequential(Inverted(8, 8, 1, 3), Inverted(8, 12, 2, 5))
        self.dense = Dense(12, 4, 2)
        self.waves = Waves(20)
        self.head = nn.Linear(20, 5)

    def forward(self, x):
        x = self.dense(self.blocks(self.stem(x)))
        return self.head(self.waves(x.flatten(2)).mean(2))


torch.manual_seed(3)
net = Net()
x, y = torch.randn(4, 3, 24, 24), torch.tensor([0, 4, 2, 1])
optimizer = torch.optim.AdamW(net.parameters(), lr=1e-3)
for step in range(3):
    loss = F.cross_entropy(net(x), y, label_smoothing=0.1)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, "%.4f" % loss.item())
net.eval()
with torch.no_grad():
    print(["%.3f" % score for score in net(x)[0].tolist()])
