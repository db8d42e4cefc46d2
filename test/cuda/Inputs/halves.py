# Products of bf16 and f16 on tensor cores.
import torch
import torch.nn as nn
import torch.nn.functional as F

cuda = torch.device('cuda')


def numbers(*sizes: int, dtype: torch.dtype = torch.bfloat16):
    count = 1
    for size in sizes:
        count *= size
    values = torch.arange(count) % 7 - 3 + torch.arange(count) % 2
    return values.reshape(sizes).to(dtype).to(cuda)


def show(name, x):
    y = x.float()
    weights = (torch.arange(x.numel(), device=cuda) % 11 - 5).float()
    print(name, x.dtype, y.sum().item(), (y.flatten() * weights).sum().item(),
          y.flatten()[-1].item())


# Small whole numbers: sums are exact in any order, and mostly as bf16.
for dtype in [torch.bfloat16, torch.float16]:
    a, b = numbers(37, 21, dtype=dtype), numbers(21, 70, dtype=dtype)
    show('64', a @ b)
    at, bt = numbers(21, 37, dtype=dtype), numbers(70, 21, dtype=dtype)
    show('64 a', at.t() @ b)
    show('64 b', a @ bt.t())
    show('64 ab', at.t() @ bt.t())
    a, b = numbers(40, 130, 17, dtype=dtype), numbers(40, 17, 66, dtype=dtype)
    show('128', torch.bmm(a, b))
    bt = numbers(40, 66, 35, dtype=dtype)
    show('128 b', torch.bmm(numbers(40, 130, 35, dtype=dtype), bt.transpose(1, 2)))
    show('parts', numbers(33, 1101, dtype=dtype) @ numbers(1101, 40, dtype=dtype))
    x, w, b = numbers(9, 20, dtype=dtype), numbers(12, 20, dtype=dtype), numbers(12, dtype=dtype)
    show('bias', F.relu(F.linear(x, w, b)))
    show('three', F.linear(numbers(3, 5, 20, dtype=dtype), w, b))
    x = numbers(2, 6, 9, 11, dtype=dtype)
    w = numbers(8, 6, 3, 3, dtype=dtype)
    show('convolution', F.conv2d(x, w, padding=1, stride=2))

for n in torch.tensor([1, 5, 65]).tolist():
    x = (torch.arange(n * 6, device=cuda) % 5).reshape(n, 6).bfloat16()
    show('rows', x @ numbers(6, 12))

# Gradients: factors that are transposed, and not copied.
for dtype in [torch.bfloat16, torch.float16]:
    x, w = numbers(70, 37, dtype=dtype).requires_grad_(), numbers(66, 37, dtype=dtype).requires_grad_()
    y = F.linear(x, w)
    seed = (torch.arange(y.numel(), device=cuda) % 3 - 1).reshape(y.shape).to(y.dtype)
    gx, gw = torch.autograd.grad([y], [x, w], [seed])
    show('linear', y)
    show('  left', gx)
    show('  right', gw)

# A network, whose values are of 16 bits although they are computed in f32.
for dtype in [torch.bfloat16, torch.float16]:
    net = nn.Sequential(nn.Linear(37, 66, bias=False), nn.ReLU(), nn.Linear(66, 70, bias=False)).to(cuda).to(dtype)
    net[0].weight.data = numbers(66, 37, dtype=dtype) / 4
    net[2].weight.data = numbers(70, 66, dtype=dtype) / 64
    x = numbers(68, 37, dtype=dtype).requires_grad_()
    y = net(x)
    y.sum().backward()
    show('network', y)
    show('  image', x.grad)
    show('  first', net[0].weight.grad)
    show('  second', net[2].weight.grad)
