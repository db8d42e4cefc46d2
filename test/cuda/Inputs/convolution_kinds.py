# Convolutions as products of matrices: windows, groups, dimensions, gradients.
import torch
import torch.nn.functional as F

cuda = torch.device('cuda')


def numbers(*sizes: int, dtype: torch.dtype = torch.float32):
    count = 1
    for size in sizes:
        count *= size
    values = torch.arange(count) % 13 - 6
    return (values + torch.arange(count) % 5).reshape(sizes).to(dtype).to(cuda).requires_grad_()


def show(name, x):
    # Every element counts, and where it is.
    weights = (torch.arange(x.numel(), device=cuda) % 11 - 5).to(x.dtype)
    print(name, x.sum().item(), (x.flatten() * weights).sum().item(),
          x.flatten()[-1].item())


def run(name, y, x, w):
    seed = ((torch.arange(y.numel(), device=cuda) % 9) - 4).reshape(y.shape).to(y.dtype)
    gx, gw = torch.autograd.grad([y], [x, w], [seed])
    show(name, y)
    show('  image', gx)
    show('  weight', gw)


x, w = numbers(2, 6, 9, 11), numbers(8, 6, 3, 3)
run('plain', F.conv2d(x, w), x, w)
run('padded', F.conv2d(x, w, padding=1), x, w)
run('strided', F.conv2d(x, w, stride=(2, 3), padding=(1, 2)), x, w)
run('dilated', F.conv2d(x, w, dilation=2, padding=2), x, w)
w = numbers(8, 6, 1, 1)
run('1x1', F.conv2d(x, w), x, w)
run('1x1 strided', F.conv2d(x, w, stride=2), x, w)

x, w, b = numbers(2, 8, 9, 7), numbers(12, 4, 3, 3), numbers(12)
run('groups', F.conv2d(x, w, b, groups=2, padding=1, stride=2), x, w)
w = numbers(8, 1, 3, 3)
run('depthwise', F.conv2d(x, w, groups=8, padding=1), x, w)
w = numbers(16, 1, 3, 3)
run('multiplied', F.conv2d(x, w, groups=8, padding=1), x, w)

x, w = numbers(3, 5, 23), numbers(7, 5, 4)
run('1d', F.conv1d(x, w, padding=2, stride=2), x, w)
x, w = numbers(2, 4, 5, 6, 4), numbers(6, 4, 3, 2, 3)
run('3d', F.conv3d(x, w, padding=1), x, w)
x, w = numbers(2, 6, 5, 4), numbers(6, 5, 3, 3)
run('transposed', F.conv_transpose2d(x, w, stride=2, padding=1, output_padding=1), x, w)
x, w = numbers(2, 6, 9, 11, dtype=torch.float64), numbers(8, 6, 3, 3, dtype=torch.float64)
run('f64', F.conv2d(x, w, padding=1), x, w)

# Sums of the weight's gradient that several blocks share; larger tiles.
x, w = numbers(4, 34, 20, 20), numbers(40, 34, 3, 3)
run('large', F.conv2d(x, w, padding=1), x, w)

# Batches of the run's size.
w = numbers(8, 3, 3, 3)
for n in torch.tensor([1, 4]).tolist():
    x = torch.arange(n * 3 * 6 * 6, dtype=torch.float32, device=cuda).reshape(n, 3, 6, 6)
    show('batch', F.conv2d(x, w, padding=1))
