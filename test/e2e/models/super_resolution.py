# More pixels: residual blocks, then pixels out of channels.
import math
import torch
from torch import nn
import torch.nn.functional as F


class Residual(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.conv1, self.conv2 = nn.Conv2d(width, width, 3, padding=1), nn.Conv2d(width, width, 3, padding=1)
        self.act = nn.PReLU()

    def forward(self, x):
        return x + 0.1 * self.conv2(self.act(self.conv1(x)))


class Upscale(nn.Module):
    def __init__(self, factor, width):
        super().__init__()
        self.factor = factor
        self.head = nn.Conv2d(1, width, 5, padding=2)
        self.body = nn.Sequential(*[Residual(width) for _ in range(2)])
        self.tail = nn.Conv2d(width, factor ** 2, 3, padding=1)

    def forward(self, x):
        h = self.head(x)
        return F.pixel_shuffle(self.tail(self.body(h) + h), self.factor)


torch.manual_seed(10)
large = torch.rand(4, 1, 12, 12)
small = F.avg_pool2d(large, 3)
model = Upscale(3, 6)
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
schedule = torch.optim.lr_scheduler.StepLR(optimizer, 2, gamma=0.5)
for step in range(5):
    loss = F.l1_loss(model(small), large)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    schedule.step()
    print("%.4f" % loss.item(), schedule.get_last_lr())
with torch.no_grad():
    error = F.mse_loss(model(small).clamp(0, 1), large)
print("%.3f dB" % (10 * math.log10(1 / error.item())), model(small).shape)
