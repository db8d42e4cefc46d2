# Loops over even parts of a tensor, long enough to stay loops.
import torch
import torch.nn as nn

torch.manual_seed(0)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)
        self.norm = nn.BatchNorm1d(4)

    def forward(self, t):
        steps = 0
        for one in (1,) * 200:
            steps += one
        return torch.tanh(self.norm(self.linear(t))) * (steps / 200)


net = Net()
layers = nn.ModuleList([nn.Linear(4, 4) for _ in range(16)])
x = torch.randn(64, 4)


def total(t):
    return round((t.flatten() * torch.linspace(0.5, 1.5, t.numel())).sum().item(), 3)


# The parts of split, with a list that grows, and iter and next in front.
parts = iter(x.split(4))
there = net(next(parts))
kept = []
for part in parts:
    kept.append(there * 2)
    there = net(part)
kept.append(there)
out = torch.cat(kept)
print(out.shape, total(out), len(kept))
out.square().sum().backward()
print(total(net.linear.weight.grad), total(net.norm.bias.grad))
print(total(net.norm.running_mean), net.norm.num_batches_tracked.item())

# chunk, with numbers.
sum_of = torch.zeros(4, 4)
for i, part in enumerate(x.chunk(16)):
    sum_of = sum_of + i * net(part)
print(total(sum_of))

# unbind, backwards, and two at once.
state = torch.zeros(1, 4)
for row, other in zip(x[:16].unbind(0), reversed(x[16:32].unbind(0))):
    state = net.eval()(row.unsqueeze(0) + other.unsqueeze(0) + state)
print(total(state))

# Along another dimension.
wide = torch.arange(64.0).view(2, 32)
acc = torch.zeros(2, 4)
for part in wide.split(4, dim=1):
    acc = net(part * 0.01 + acc)
print(total(acc))

# The tensor changes under its parts.
y = x.clone()
for part in y.split(4):
    y.mul_(0.9)
    acc = net(part)
print(total(y), total(acc))

# Each number is needed, so this one is unrolled.
for i, part in enumerate(x.split(4)):
    net(part)
    acc = layers[i](part)
print(total(acc))

# The last part is smaller, so this one is, too.
kept = []
for part in x.split(5):
    kept.append(net(part))
print([k.shape[0] for k in kept], total(torch.cat(kept)))


# Elements are looked at behind the loop.
def last(t):
    kept = []
    for part in t.split(4):
        kept.append(net(part))
    kept[-1].mul_(2)
    return kept[-1], kept[3], len(kept)


a, b, n = last(x)
print(total(a), total(b), n)


# Leaving in the middle.
def until(t, most: float):
    count = 0
    for part in t.split(4):
        out = net(part)
        if out.abs().max() > most:
            return count, out
        count += 1
    return -1, t


print(until(x, 10.0)[0], until(x, 0.0)[0])


@torch.jit.script
def scripted(t, w):
    kept = []
    for part in t.split(2):
        y = part
        for k in range(3):
            y = torch.tanh(y @ w)
        kept.append(y)
    return torch.cat(kept)


print(total(scripted(x, torch.eye(4))))
with torch.no_grad():
    for p in x.unbind(1):
        p.add_(net(x)[:, 0])
print(total(x))


def long():
    steps = 0
    for one in (1,) * 400:
        steps += one
    return steps


# Which part it is, and what becomes of it, needs the loop unrolled.
z = torch.arange(64.0).view(64, 1)
parts = z.split(1)
n = 0
last = None
for p in parts:
    n += long()
    last = p
    if p is parts[-1]:
        print("last")
print(last is parts[-1], last is parts[0], n)

parts = z.split(1)
seen = []
for p in parts:
    n += long()
    seen.append(p)
print(seen[2] is parts[2], len(seen))

pairs = torch.arange(128.0).view(64, 2).split(1)
for p in pairs:
    n += long()
    p.t_()
print(pairs[3].shape)

more = [torch.zeros(3) for _ in range(2)]
for p in torch.arange(128.0).view(64, 2).split(1):
    n += long()
    p.mul_(2)
    more[0] += p.sum()
print(more[0], n)

leaves = torch.arange(64.0).split(2)
for p in leaves:
    n += long()
    p.requires_grad_()
(leaves[3] * leaves[4]).sum().backward()
print(leaves[3].grad, leaves[4].grad)


class Built(nn.Module):
    """A constructor is Python, whatever it goes over."""

    def __init__(self):
        super().__init__()
        self.s = 0
        for i, j in zip(range(64), range(64)):
            self.s += long() + i * j
        self.w = nn.Parameter(torch.zeros(8, 4))
        with torch.no_grad():
            for i, part in enumerate(self.w.chunk(4)):
                part.fill_(i + long())


built = Built()
print(built.s, built.w.sum().item())
for part, i in zip(z.split(1), range(1)):
    print(part.shape, i, long())

numbers = {}
parts = z.split(1)
for p in parts:
    n += long()
    numbers[p] = n
print(n, numbers[parts[3]])
