# Dilated causal convolutions with gates, residuals and skips; samples of what they learnt.
import torch
from torch import nn
import torch.nn.functional as F


class Layer(nn.Module):
    def __init__(self, width, dilation):
        super().__init__()
        self.reach = dilation
        self.filter = nn.Conv1d(width, width, 2, dilation=dilation)
        self.gate = nn.Conv1d(width, width, 2, dilation=dilation)
        self.residual, self.skip = nn.Conv1d(width, width, 1), nn.Conv1d(width, 2 * width, 1)

    def forward(self, x):
        padded = F.pad(x, (self.reach, 0))
        y = torch.tanh(self.filter(padded)) * torch.sigmoid(self.gate(padded))
        return x + self.residual(y), self.skip(y)


class WaveNet(nn.Module):
    def __init__(self, levels, width, layers, stacks):
        super().__init__()
        self.levels = levels
        self.start = nn.Conv1d(levels, width, 1)
        self.layers = nn.ModuleList([Layer(width, 2 ** i) for _ in range(stacks) for i in range(layers)])
        self.end = nn.Sequential(nn.ReLU(), nn.Conv1d(2 * width, 2 * width, 1), nn.ReLU(), nn.Conv1d(2 * width, levels, 1))

    def forward(self, ids):
        x = self.start(F.one_hot(ids, self.levels).float().transpose(1, 2))
        total = 0
        for layer in self.layers:
            x, skip = layer(x)
            total = total + skip
        return self.end(total)


torch.manual_seed(12)
wave = torch.sin(torch.arange(40) * 0.5)
ids = ((wave + 1) / 2 * 7).round().long().view(2, 20)
model = WaveNet(8, 6, 3, 2)
optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
for step in range(5):
    loss = F.cross_entropy(model(ids[:, :-1]), ids[:, 1:])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print("%.4f" % loss.item())
with torch.no_grad():
    made = ids[:1, :4]
    for _ in range(6):
        made = torch.cat((made, model(made)[:, :, -1].argmax(1, keepdim=True)), 1)
print(made)
