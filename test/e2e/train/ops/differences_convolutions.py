# Convolutions and pooling: gradients against PyTorch's and, in float64, along a direction
# against central differences, and so the gradients of gradients.
# tolerance: 1e-6
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(11)


def weighted(y):
    return (y * torch.cos(torch.arange(y.numel()).to(y.dtype)).reshape(y.shape)).sum()


def check(name, f, *inputs):
    grads = torch.autograd.grad(weighted(f(*inputs)), inputs)
    slope = 0.0
    ways = [torch.sin(torch.arange(x.numel()).to(x.dtype) + 1).reshape(x.shape) * 1e-6 for x in inputs]
    for g, way in zip(grads, ways):
        slope = slope + (g * way).sum().item() * 1e6
    with torch.no_grad():
        up = weighted(f(*[x + way for x, way in zip(inputs, ways)])).item()
        down = weighted(f(*[x - way for x, way in zip(inputs, ways)])).item()
    found = (up - down) / 2e-6
    print(name, abs(found - slope) < 1e-7 * (1 + abs(slope)), ["%.7g" % g.abs().sum().item() for g in grads])


def leaf(*shape):
    return torch.randn(shape, dtype=torch.float64, requires_grad=True)


def slopes(x, w, f):
    """The squares of the gradients of a convolution."""
    gx, gw = torch.autograd.grad(torch.sin(f(x, w)).sum(), [x, w], create_graph=True)
    return torch.cat([gx.flatten(), gw.flatten()])


def check_second(name, f, *inputs):
    y = weighted(slopes(*inputs, f))
    print(name, ["%.7g" % g.abs().sum().item() for g in torch.autograd.grad(y, inputs)])


x, w, b = leaf(2, 4, 6, 7), leaf(6, 2, 3, 2), leaf(6)
y, v = leaf(2, 6, 3, 4), leaf(6, 2, 3, 2)
check("conv2d", lambda x, w, b: F.conv2d(x, w, b, 2, 1, groups=2), x, w, b)
check("conv_transpose2d", lambda y, v: F.conv_transpose2d(y, v, None, 2, 1, groups=2), y, v)
check_second("conv2d", lambda x, w: F.conv2d(x, w, None, 2, 1, groups=2), x, w)
check_second("conv_transpose2d", lambda y, v: F.conv_transpose2d(y, v, None, 2, 1, groups=2), y, v)
x, w = leaf(2, 3, 8), leaf(4, 3, 3)
check("conv1d", lambda x, w: F.conv1d(x, w, dilation=2, padding="same"), x, w)
check_second("conv1d", lambda x, w: F.conv1d(x, w, dilation=2, padding="same"), x, w)

x = leaf(2, 3, 7, 8)
check("max_pool2d", lambda x: F.max_pool2d(x, 3, 2, 1), x)
check("avg_pool2d", lambda x: F.avg_pool2d(x, 3, 2, 1), x)
