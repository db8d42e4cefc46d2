# A U-Net: transposed convolutions on the way up, joined with what the way down has left.
import torch
import torch.nn as nn
import torch.nn.functional as F


class Double(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(inputs, outputs, 3, padding=1), nn.GroupNorm(2, outputs),
                                  nn.SiLU(), nn.Conv2d(outputs, outputs, 3, padding=1), nn.SiLU())

    def forward(self, x):
        return self.body(x)


class UNet(nn.Module):
    def __init__(self, widths=(4, 8, 16)):
        super().__init__()
        self.down = nn.ModuleList()
        inputs = 1
        for width in widths:
            self.down.append(Double(inputs, width))
            inputs = width
        self.up = nn.ModuleList()
        self.join = nn.ModuleList()
        for width in reversed(widths[:-1]):
            self.up.append(nn.ConvTranspose2d(inputs, width, 2, stride=2))
            self.join.append(Double(2 * width, width))
            inputs = width
        self.head = nn.Conv2d(inputs, 1, 1)

    def forward(self, x):
        kept = []
        for i, block in enumerate(self.down):
            if i > 0:
                x = F.max_pool2d(x, 2)
            x = block(x)
            kept.append(x)
        kept.pop()
        for up, join in zip(self.up, self.join):
            x = join(torch.cat([kept.pop(), up(x)], dim=1))
        return self.head(x)


torch.manual_seed(1)
net = UNet()
x = torch.randn(2, 1, 24, 20)
mask = (x > 0).float()
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
for step in range(4):
    optimizer.zero_grad()
    loss = F.binary_cross_entropy_with_logits(net(x), mask)
    loss.backward()
    optimizer.step()
    print(step, "%.5f" % loss.item())
with torch.no_grad():
    print(net(x).sigmoid().mean())
