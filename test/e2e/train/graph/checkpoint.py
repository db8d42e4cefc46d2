# torch.utils.checkpoint: the same gradients; the parts run again.
import torch
import torch.nn as nn
import torch.utils.checkpoint
from torch.utils.checkpoint import checkpoint, checkpoint_sequential

torch.manual_seed(0)


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.up = nn.Linear(width, 2 * width)
        self.down = nn.Linear(2 * width, width)

    def forward(self, x, scale):
        return x + self.down(torch.relu(self.up(self.norm(x)))) * scale


class Model(nn.Module):
    def __init__(self, kept):
        super().__init__()
        self.blocks = nn.ModuleList([Block(6) for _ in range(3)])
        self.head = nn.Linear(6, 1)
        self.kept = kept

    def forward(self, x):
        for block in self.blocks:
            if self.kept:
                x = block(x, 0.5)
            else:
                x = checkpoint(block, x, 0.5, use_reentrant=False)
        return self.head(x)


model = Model(False)
other = Model(True)
other.load_state_dict(model.state_dict())
x = torch.randn(5, 6, requires_grad=True)
y = torch.randn(5, 1)
for net in (model, other):
    x.grad = None
    loss = nn.functional.mse_loss(net(x), y)
    loss.backward()
    print("%.6f" % loss.item(), ["%.5f" % p.grad.abs().sum().item() for p in net.parameters()])
    print(x.grad[0])

optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
for step in range(4):
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(model(x.detach()), y)
    loss.backward()
    optimizer.step()
    print("step %d %.6f" % (step, loss.item()))


def two(a, b):
    return torch.sin(a) * b, a + torch.exp(b)


a = torch.randn(3, requires_grad=True)
b = torch.randn(3, requires_grad=True)
u, v = torch.utils.checkpoint.checkpoint(two, a, b, use_reentrant=False)
(u * v).sum().backward()
print(a.grad, b.grad)

layers = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 8), nn.Tanh(), nn.Linear(8, 2))
z = torch.randn(3, 4, requires_grad=True)
checkpoint_sequential(layers, 2, z, use_reentrant=False).square().sum().backward()
print(z.grad)
with torch.no_grad():
    print(checkpoint(layers, z, use_reentrant=False))
