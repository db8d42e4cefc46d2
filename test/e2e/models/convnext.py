# ConvNeXt: depthwise convolutions, layer norm over channels, layer scale.
import torch
from torch import nn


class ChannelNorm(nn.LayerNorm):
    def forward(self, x):
        return super().forward(x.permute(0, 2, 3, 1)).permute(0, 3, 1, 2)


class Block(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.depthwise = nn.Conv2d(dim, dim, 7, padding=3, groups=dim)
        self.norm = nn.LayerNorm(dim, eps=1e-6)
        self.wide = nn.Linear(dim, 4 * dim)
        self.narrow = nn.Linear(4 * dim, dim)
        self.scale = nn.Parameter(0.1 * torch.ones(dim))
        self.drop = nn.Dropout(0.1)

    def forward(self, x):
        y = self.norm(self.depthwise(x).permute(0, 2, 3, 1))
        y = self.narrow(nn.functional.gelu(self.wide(y))) * self.scale
        return x + self.drop(y.permute(0, 3, 1, 2))


torch.manual_seed(3)
model = nn.Sequential(
    nn.Conv2d(3, 6, 4, 4), ChannelNorm(6), Block(6), ChannelNorm(6), nn.Conv2d(6, 8, 2, 2), Block(8),
    nn.AdaptiveAvgPool2d(1), ChannelNorm(8), nn.Flatten(), nn.Linear(8, 3))
optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
x, y = torch.randn(4, 3, 16, 16), torch.tensor([2, 0, 1, 1])
for step in range(4):
    loss = nn.functional.cross_entropy(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print("%.4f" % loss.item())
print(model.eval()(x).detach())
