# Convolutions whose groups have one channel: sizes, kernels, strides, paddings, dilations, several
# results of a channel, what follows them, and their derivatives.
import torch
import torch.nn.functional as F
from torch import Tensor


def show(name: str, y: Tensor):
    """Sums of which no element is left out, with weights that tell places apart."""
    weights = torch.cos(torch.arange(y.numel(), dtype=y.dtype)).reshape(y.shape)
    print(name, list(y.shape), "%.3f %.3f" % ((y * weights).sum().item(), y.abs().sum().item()))


def check(x, w, bias, stride, padding, dilation):
    x, w = x.clone().requires_grad_(), w.clone().requires_grad_()
    y = F.conv2d(x, w, bias, stride, padding, dilation, x.shape[1])
    show("y", y.detach())
    (y * torch.sin(torch.arange(y.numel(), dtype=y.dtype)).reshape(y.shape)).sum().backward()
    assert x.grad is not None and w.grad is not None
    show("x", x.grad)
    show("w", w.grad)


torch.manual_seed(5)
for batch, channels, results, size, kernel, stride, padding, dilation in [
        (1, 5, 1, (7, 7), (3, 3), 1, 1, 1), (3, 9, 1, (7, 7), (7, 7), 1, 3, 1),
        (3, 4, 1, (14, 14), (3, 3), 1, 1, 1), (1, 3, 2, (14, 14), (5, 5), 2, 2, 1),
        (2, 3, 1, (15, 13), (3, 3), 2, 0, 1), (1, 2, 4, (9, 33), (3, 5), 1, 3, 1),
        (2, 2, 1, (28, 28), (7, 7), 1, 3, 1), (1, 2, 1, (56, 56), (3, 3), 2, 1, 1),
        (2, 2, 1, (20, 17), (3, 3), (2, 1), (0, 1), (1, 2)), (1, 3, 1, (4, 6), (4, 6), 1, 0, 1),
        (1, 2, 1, (112, 112), (3, 3), 1, 1, 1), (2, 3, 1, (40, 6), (3, 1), 1, (1, 0), 1),
        (1, 2, 5, (8, 8), (3, 3), 1, 1, 1), (1, 2, 1, (12, 12), (3, 3), 3, 1, 1)]:
    x = torch.randn(batch, channels, size[0], size[1])
    w = torch.randn(channels * results, 1, kernel[0], kernel[1])
    bias = torch.randn(channels * results)
    check(x, w, bias, stride, padding, dilation)
    check(x.double(), w.double(), None, stride, padding, dilation)

# What follows runs on the sums while they are in registers.
x, w = torch.randn(2, 6, 14, 14), torch.randn(6, 1, 3, 3)
scale, shift, z = torch.randn(6, 1, 1), torch.randn(6, 1, 1), torch.randn(2, 6, 14, 14)
show("relu", F.relu(F.conv2d(x, w, None, 1, 1, 1, 6) * scale + shift))
show("relu6", F.relu6(F.conv2d(x, w, scale.flatten(), 1, 1, 1, 6) + z))
z += F.conv2d(x, w, None, 1, 1, 1, 6)
show("in place", z)
show("stride", F.relu(F.conv2d(x, w, None, 2, 1, 1, 6)) + 1)
show("line", F.conv1d(x[0].flatten(1)[None], w.flatten(1)[:, None, :5], None, 1, 4, 1, 6))
show("up", F.conv_transpose2d(x, w, None, 2, 1, 1, 6))

# A number that is not finite reaches the windows that it is in, and no others.
x = torch.randn(1, 2, 5, 7, requires_grad=True)
w = torch.randn(2, 1, 3, 3, requires_grad=True)
far = x.detach().clone()
far[0, 0, 4, 6] = float("inf")
y = F.conv2d(far, w, None, 1, 0, 1, 2)
y.sum().backward()
assert w.grad is not None
print(y.isfinite().sum().item(), w.grad.isfinite().flatten().tolist())


# The run decides how many images there are.
def images(count: int):
    x = torch.ones(count, 2, 7, 7)
    return F.conv2d(x, torch.ones(2, 1, 3, 3), None, 1, 1, 1, 2).sum()


for count in [0, 1, 11]:
    print("%.1f" % images(int(torch.tensor(count).item())).item())
