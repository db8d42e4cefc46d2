# A denoising diffusion model with a small U-Net that knows the time and attends.
import math
import torch
from torch import nn
import torch.nn.functional as F


def time_embedding(t, width):
    rates = torch.exp(torch.arange(width // 2) * -(math.log(10000) / (width // 2 - 1)))
    angles = t[:, None] * rates[None, :]
    return torch.cat((angles.sin(), angles.cos()), 1)


class Block(nn.Module):
    def __init__(self, inputs, outputs, time):
        super().__init__()
        self.norm1, self.conv1 = nn.GroupNorm(2, inputs), nn.Conv2d(inputs, outputs, 3, padding=1)
        self.norm2, self.conv2 = nn.GroupNorm(2, outputs), nn.Conv2d(outputs, outputs, 3, padding=1)
        self.time, self.drop = nn.Linear(time, outputs), nn.Dropout(0.1)
        self.short = nn.Conv2d(inputs, outputs, 1) if inputs != outputs else nn.Identity()

    def forward(self, x, t):
        h = self.conv1(F.silu(self.norm1(x)))
        h += self.time(F.silu(t))[:, :, None, None]
        return self.conv2(self.drop(F.silu(self.norm2(h)))) + self.short(x)


class Attention(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm, self.qkv, self.out = nn.GroupNorm(2, width), nn.Linear(width, 3 * width), nn.Linear(width, width)

    def forward(self, x):
        b, c, h, w = x.shape
        q, k, v = self.qkv(self.norm(x).view(b, c, -1).permute(0, 2, 1)).chunk(3, dim=-1)
        y = torch.einsum("bij,bjd->bid", (torch.einsum("bid,bjd->bij", q, k) * c ** -0.5).softmax(-1), v)
        return x + self.out(y).permute(0, 2, 1).view(b, c, h, w)


class UNet(nn.Module):
    def __init__(self, width, time):
        super().__init__()
        self.width = width
        self.time = nn.Sequential(nn.Linear(width, time), nn.SiLU(), nn.Linear(time, time))
        self.stem = nn.Conv2d(1, width, 3, padding=1)
        self.down1, self.pool = Block(width, width, time), nn.Conv2d(width, width, 3, 2, 1)
        self.down2, self.attention = Block(width, 2 * width, time), Attention(2 * width)
        self.up, self.up1 = nn.ConvTranspose2d(2 * width, width, 4, 2, 1), Block(2 * width, width, time)
        self.out = nn.Conv2d(width, 1, 3, padding=1)

    def forward(self, x, t):
        e = self.time(time_embedding(t, self.width))
        a = self.down1(self.stem(x), e)
        b = self.attention(self.down2(self.pool(a), e))
        return self.out(self.up1(torch.cat((self.up(b), a), 1), e))


torch.manual_seed(11)
steps = 6
beta = torch.linspace(1e-3, 0.2, steps)
alpha = 1 - beta
total = torch.cumprod(alpha, 0)
model = UNet(4, 8)
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
images = torch.rand(4, 1, 8, 8) * 2 - 1
for step in range(4):
    t = torch.randint(0, steps, (4,))
    noise = torch.randn_like(images)
    keep = total.gather(0, t).view(-1, 1, 1, 1)
    loss = F.mse_loss(model(keep.sqrt() * images + (1 - keep).sqrt() * noise, t), noise)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print("%.4f" % loss.item())
model.eval()
with torch.no_grad():
    x = torch.randn(1, 1, 8, 8)
    for i in reversed(range(steps)):
        t = torch.full((1,), i)
        x = (x - beta[i] / (1 - total[i]).sqrt() * model(x, t)) / alpha[i].sqrt()
        if i > 0:
            x = x + beta[i].sqrt() * torch.randn_like(x)
print(x[0, 0, 0], "%.4f" % x.std().item())
