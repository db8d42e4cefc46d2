# What follows a convolution element by element runs on its tiles: normalisation of evaluation,
# activations and residuals, with blocks of channels, groups, and images that fill no vector.
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)


class Block(nn.Module):
    def __init__(self, inputs, outputs, kernel, stride=1, groups=1, bias=False):
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, groups=groups, bias=bias)
        self.norm = nn.BatchNorm2d(outputs)
        self.norm.running_mean += torch.rand(outputs)
        self.norm.running_var += torch.rand(outputs)
        self.shortcut = nn.Conv2d(inputs, outputs, 1, stride)

    def forward(self, x):
        y = F.relu(self.norm(self.conv(x)) + self.shortcut(x))
        z = F.leaky_relu(self.conv(x * 0.5), 0.1) * 2 - 1
        return y + z.clamp(max=3)


def show(y):
    flat = y.reshape(-1)
    print(list(y.shape), "%.3f %.3f" % (y.sum().item(), y.abs().max().item()), flat[:4], flat[-4:])


with torch.no_grad():
    for block, size in ((Block(3, 8, 3), 9), (Block(600, 5, 1), 7), (Block(130, 12, 3, 2), 8),
                        (Block(8, 8, 3, groups=4, bias=True), 20), (Block(4, 16, 1, bias=True), 16)):
        block.eval()
        show(block(torch.randn(2, block.conv.in_channels, size, size)))
    conv = nn.Conv2d(6, 6, 1)
    x = torch.randn(1, 6, 8, 8)
    # The result may not be written over what the convolution still reads.
    x = F.relu(conv(x) + x)
    x = F.relu(conv(x) + x)
    show(x)
    y = conv(x)
    show(F.relu(y) + y)         # read twice
    show(F.relu(conv(x)).sum((2, 3)))
    show(F.hardtanh(conv(x), -0.5, 0.5))
    y = conv(x)
    y += x
    show(y)
    show(conv(x) * torch.arange(8.0))    # an element for each column
    show(conv(x) * x[:, :, :1] + x[:, :1])
    rows = nn.Conv1d(6, 4, 3, padding=1)
    show(torch.relu(rows(x[0].transpose(0, 1)) + 1))
    show(-nn.Conv3d(2, 3, 2)(torch.randn(2, 2, 3, 4, 5)))
    for n in (1, 3):
        show(F.relu(conv(torch.randn(n, 6, 5, 5))) + 1)
    show(F.relu(conv(x.double().float())).double())
    show(F.relu(nn.Conv2d(2, 3, 3).double()(torch.randn(1, 2, 6, 6).double())) - 1)

w = torch.randn(4, 3, 3, 3, requires_grad=True)
x = torch.randn(2, 3, 6, 6, requires_grad=True)
y = F.relu(F.conv2d(x, w) + 0.5)
(y * y).sum().backward()
show(w.grad)
show(x.grad / 7)
