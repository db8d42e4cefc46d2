# Products with what is around them: biases, activations, residuals, and what
# must not be taken along.
import torch
import torch.nn as nn
import torch.nn.functional as F

cuda = torch.device('cuda')


def numbers(*sizes: int):
    count = 1
    for size in sizes:
        count *= size
    values = torch.arange(count) % 23 - 11
    return (values + torch.arange(count) % 7).reshape(sizes).float().to(cuda)


def show(name, x):
    weights = (torch.arange(x.numel(), device=cuda) % 11 - 5).to(x.dtype)
    print(name, x.sum().item(), (x.flatten() * weights).sum().item(),
          x.flatten()[-1].item())


x, w, b, r = numbers(9, 20), numbers(12, 20), numbers(12), numbers(9, 12)
show('bias', F.linear(x, w, b))
show('relu', F.relu(F.linear(x, w, b)))
show('residual', F.relu(F.linear(x, w, b) + r))
show('scaled', (x @ w.t()) * 0.5 - 1.0)
show('transposed', torch.clamp(x @ w.t(), -100.0, 100.0).t().contiguous())
show('gelu', F.gelu(F.linear(x, w, b) * 0.01))

# What is read twice is stored.
y = F.linear(x, w, b)
show('twice', F.relu(y))
show('twice', y)

# Onto what is there.
y = numbers(9, 12)
y.addmm_(x, w.t())
show('added', y)
show('baddbmm', torch.baddbmm(numbers(2, 5, 6), numbers(2, 5, 7), numbers(2, 7, 6), beta=2.0))

# A factor that is written to between the product and what reads it.
x = numbers(9, 20)
y = x @ w.t()
x.mul_(2.0)
show('later', F.relu(y + x[:, :12]))

# Written over the factor.
s = numbers(12, 12)
s.copy_(F.relu(s @ s))
show('over', s)

net = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(),
                    nn.Conv2d(8, 6, 3, groups=2), nn.ReLU()).to(cuda).eval()
for p in net.parameters():
    p.data = torch.linspace(-1, 1, p.numel()).reshape(p.shape).to(cuda)
with torch.no_grad():
    show('network', net(numbers(2, 3, 8, 9)))

# Long sums, whose second kernel ends with the same.
show('parts', F.relu(F.linear(numbers(6, 1200), numbers(8, 1200), numbers(8))))

# In a loop, where a result is the next factor.
x = numbers(8, 8) * 0.05
for i in range(4):
    x = torch.tanh(F.relu(x @ x) + 0.1)
show('loop', x)
