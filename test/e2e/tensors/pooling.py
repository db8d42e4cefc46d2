# Maxima, averages and norms of windows, with their derivatives.
import torch
import torch.nn as nn
import torch.nn.functional as F


def show(name, t):
    print(name, list(t.shape), t.flatten()[:5], t.double().sum())


def check(name, x, y):
    g = torch.randn(y.shape, dtype=y.dtype)
    x.grad = None
    (y * g).sum().backward()
    show(name, y.detach())
    show("grad", x.grad)


torch.manual_seed(0)
x = torch.randn(2, 3, 40, 45).requires_grad_()
check("2 x 2", x, F.max_pool2d(x, 2))
check("as in ResNet", x, F.max_pool2d(x, 3, 2, 1))
check("stride 1", x, F.max_pool2d(x, (3, 5), 1, (1, 2)))
check("dilation, ceil_mode", x, F.max_pool2d(x, 4, 3, 1, 2, ceil_mode=True))
y, places = F.max_pool2d(x, 3, 2, 1, return_indices=True)
check("indices", x, y)
print(places.sum(), places[1, 2, :2, :3])
show("unpool", F.max_unpool2d(y, places, 3, 2, 1, output_size=x.shape))
check("average", x, F.avg_pool2d(x, 3, 2, 1))
check("without padding", x, F.avg_pool2d(x, 3, 2, 1, True, False))
check("divisor", x, F.avg_pool2d(x, 2, divisor_override=3))
check("norm", x, F.lp_pool2d(x.abs() + 0.1, 2.0, 3, 2))
check("norm, ceil_mode", x, F.lp_pool2d(x.abs() + 0.1, 2.0, 3, 2, ceil_mode=True))
check("adaptive", x, F.adaptive_avg_pool2d(x, 1))
check("parts of equal sizes", x, F.adaptive_avg_pool2d(x, (8, 9)))
check("parts of different sizes", x, F.adaptive_avg_pool2d(x, (7, None)))
check("adaptive maxima", x, F.adaptive_max_pool2d(x, (5, 7)))
check("one image", x, F.max_pool2d(x[0], 2, 2))

x = torch.randn(2, 3, 50, dtype=torch.float64).requires_grad_()
check("1 dimension", x, F.max_pool1d(x, 3, 2, 1))
check("1 dimension", x, F.avg_pool1d(x, 3, 2, 1))
x = torch.randn(2, 2, 7, 8, 9).requires_grad_()
check("3 dimensions", x, F.max_pool3d(x, 2, (1, 2, 3), 1))
check("3 dimensions", x, F.avg_pool3d(x, (1, 2, 3), 2))

# The greatest of equal ones is the first; NaN is greater than all.
t = torch.zeros(1, 1, 4, 20)
t[0, 0, 1, 3] = float("nan")
t[0, 0, 2, 2:] = -float("inf")
t[0, 0, 3, 4:] = -float("inf")
y, places = F.max_pool2d(t, 2, return_indices=True)
print(y, places)

n = int(torch.randint(3, 4, (1,)))
x = torch.randn(n, 2, 6 * n, 5 * n).requires_grad_()
check("sizes of the run", x, F.max_pool2d(x, 3, 2, 1))
check("sizes of the run", x, F.avg_pool2d(x, 3, 2, 1))

print(nn.Sequential(nn.MaxPool2d(3, 2, 1), nn.AvgPool2d(2), nn.AvgPool1d(2), nn.LPPool2d(2, 3),
                    nn.AdaptiveAvgPool2d((1, None)), nn.AdaptiveMaxPool1d(3), nn.MaxUnpool2d(2)))
