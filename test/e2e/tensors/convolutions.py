# Convolutions and transposed ones of 1 to 3 dimensions, with their derivatives.
import torch
import torch.nn.functional as F


def show(name, t):
    print(name, list(t.shape), t.flatten()[:4], t.double().sum())


def check(name, y, leaves):
    g = torch.randn(y.shape, dtype=y.dtype)
    (y * g).sum().backward()
    show(name, y.detach())
    for leaf in leaves:
        show("grad", leaf.grad)


def leaves(input, weight, dtype=torch.float32):
    bias = weight[0]
    return (torch.randn(input, dtype=dtype).requires_grad_(),
            torch.randn(weight, dtype=dtype).requires_grad_(),
            torch.randn(bias, dtype=dtype).requires_grad_())


torch.manual_seed(0)
x, w, b = leaves([2, 3, 9, 11], [7, 3, 3, 3])
check("plain", F.conv2d(x, w, b), [x, w, b])
x, w, b = leaves([2, 3, 20, 20], [70, 3, 3, 3])
check("two panels, padding", F.conv2d(x, w, b, padding=1), [x, w, b])
x, w, b = leaves([3, 5, 13, 8], [4, 5, 3, 2])
check("stride, dilation", F.conv2d(x, w, b, (2, 1), (2, 1), (1, 2)), [x, w, b])
x, w, b = leaves([1, 6, 10, 10], [9, 2, 5, 5])
check("groups, stride 3", F.conv2d(x, w, b, 3, 2, groups=3), [x, w, b])
x, w, b = leaves([2, 4, 7, 7], [8, 1, 3, 3])
check("depthwise", F.conv2d(x, w, None, padding="same", groups=4), [x, w])
x, w, b = leaves([2, 300, 6, 6], [10, 300, 1, 1])
check("one place", F.conv2d(x, w, b), [x, w, b])
x, w, b = leaves([2, 300, 6, 6], [10, 300, 1, 1])
check("one place, stride", F.conv2d(x, w, b, 2), [x, w, b])
x, w, b = leaves([1, 2, 40, 40], [3, 2, 25, 30])
check("many taps", F.conv2d(x, w, b), [x, w, b])
x, w, b = leaves([2, 3, 10, 12], [5, 3, 2, 4], torch.float64)
check("double, same", F.conv2d(x, w, b, padding="same", dilation=2), [x, w, b])
x, w, b = leaves([3, 4, 30], [6, 4, 5])
check("1 dimension", F.conv1d(x, w, b, 2, 1, 2), [x, w, b])
x, w, b = leaves([2, 2, 5, 6, 7], [3, 2, 2, 3, 4])
check("3 dimensions", F.conv3d(x, w, b, (1, 2, 1), (0, 1, 2)), [x, w, b])
x, w, b = leaves([3, 9, 11], [7, 3, 3, 3])
check("one image", F.conv2d(x, w, b), [x, w, b])

x, w, b = leaves([2, 4, 5, 6], [4, 3, 4, 4])
check("transposed", F.conv_transpose2d(x, w, None, 2, 1), [x, w])
x, w, b = leaves([2, 4, 5, 6], [4, 3, 3, 3])
check("output padding", F.conv_transpose2d(x, w, None, (3, 2), 1, (2, 1), dilation=(1, 2)), [x, w])
x, w, b = leaves([2, 6, 5], [6, 2, 3])
c = torch.randn(6).requires_grad_()
check("transposed, groups", F.conv_transpose1d(x, w, c, groups=3), [x, w, c])
x, w, b = leaves([1, 3, 3, 4, 5], [3, 2, 2, 3, 1])
check("transposed, 3 dimensions", F.conv_transpose3d(x, w, None, 2), [x, w])

# Windows that neither overlap nor leave gaps.
x, w, b = leaves([2, 4, 9, 7], [6, 2, 2, 3])
check("tiles", F.conv2d(x, w, b, (2, 3), groups=2), [x, w, b])
x, w, b = leaves([2, 4, 5, 4], [4, 3, 2, 3])
check("tiles, transposed", F.conv_transpose2d(x, w, None, (2, 3), output_padding=1, groups=2), [x, w])
x, w, b = leaves([1, 2, 3, 3], [2, 1, 2, 2])
check("many remainders", F.conv_transpose2d(x, w, None, (5, 7)), [x, w])
x = torch.randn(2, 4, 9, 7).requires_grad_()
check("average of tiles", F.avg_pool2d(x, (2, 3)), [x])

# The sizes are the run's.
n = int(torch.randint(3, 4, (1,)))
x = torch.randn(n, 3, n + 5, 2 * n).requires_grad_()
w = torch.randn(2 * n, 3, 3, 3).requires_grad_()
check("sizes of the run", F.conv2d(x, w, stride=2, padding=1), [x, w])
check("and transposed", F.conv_transpose2d(torch.randn(1, 2 * n, n, n), w, stride=2), [w])
empty = torch.randn(0, 3, 8, 8).requires_grad_()
check("no image", F.conv2d(empty, w), [empty])

# Second derivatives.
x, w, b = leaves([2, 2, 6, 6], [3, 2, 3, 3])
y = F.conv2d(x, w, b, stride=2, padding=1).tanh().sum()
gx, gw = torch.autograd.grad(y, [x, w], create_graph=True)
(gx.square().sum() + gw.square().sum()).backward()
show("second", x.grad)
show("second", w.grad)

# Time first.
for length, kernel, pad in ((9, 3, 0), (7, 4, 2), (3, 1, 1)):
    x = torch.randn(length, 2, 5).requires_grad_()
    w = torch.randn(kernel, 5, 4).requires_grad_()
    b = torch.randn(4).requires_grad_()
    check("conv_tbc", torch.conv_tbc(x, w, b, pad), [x, w, b])
print(F.conv_tbc(x, w, b).stride(), F.conv_tbc(x, w, b).grad_fn.name())
for shapes in (([2, 5], [3, 5, 4], [4]), ([9, 2, 5], [5, 4], [4]), ([9, 2, 5], [3, 5, 4], [4, 1]),
               ([9, 2, 5], [3, 6, 4], [4]), ([9, 2, 5], [3, 5, 4], [5])):
    try:
        torch.conv_tbc(*[torch.randn(shape) for shape in shapes])
    except RuntimeError as error:
        print(error)
