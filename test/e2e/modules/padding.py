# Padding modules and F.pad in all modes, with gradients.

import torch
import torch.nn as nn
import torch.nn.functional as F


def show(f, x):
    x = x.clone().requires_grad_()
    y = f(x)
    (y * torch.arange(y.numel(), dtype=torch.float32).reshape(y.shape)).sum().backward()
    print(tuple(y.shape), y.detach().flatten()[:12].tolist(), x.grad.flatten()[:6].tolist())


line = torch.arange(1.0, 11.0).reshape(1, 2, 5)
image = torch.arange(1.0, 25.0).reshape(1, 2, 3, 4)
solid = torch.arange(1.0, 25.0).reshape(1, 1, 2, 3, 4)
for module, x in [
    (nn.ZeroPad1d(2), line), (nn.ZeroPad2d((1, 0, 2, -1)), image), (nn.ZeroPad3d(1), solid),
    (nn.ConstantPad1d((1, 2), 3.5), line), (nn.ConstantPad2d(1, -1.0), image),
    (nn.ConstantPad3d((0, 1, 1, 0, 0, 1), 2.0), solid),
    (nn.ReflectionPad1d(2), line), (nn.ReflectionPad2d((1, 2, 2, 0)), image),
    (nn.ReflectionPad3d(1), solid), (nn.ReplicationPad1d((3, 1)), line),
    (nn.ReplicationPad2d(2), image), (nn.ReplicationPad3d((1, 1, 0, 2, 1, 0)), solid),
    (nn.CircularPad1d((2, 1)), line), (nn.CircularPad2d((1, 2, 0, 3)), image),
    (nn.CircularPad3d(1), solid),
]:
    print(module)
    show(module, x)
show(nn.ReflectionPad2d(1), image[0])
show(lambda x: F.pad(x, (-1, 1, -1, 1), "circular"), image)
show(lambda x: F.pad(x, (-1, 2), "replicate"), line)
show(lambda x: F.pad(x, (1, 1)), line[0, 0])
show(lambda x: F.pad(x, (1, 1, 0, 0, 2, 0), value=9.0), line)
print(F.pad(torch.tensor([[True, False]]), (1, 0)), F.pad(torch.tensor([1, 2]), (0, 2), value=7))
