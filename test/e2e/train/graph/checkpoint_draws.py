# Checkpoints that draw random numbers: the second run draws what the first one
# did, and the generator goes on as if there had been none.
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.checkpoint import checkpoint, checkpoint_sequential


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.up = nn.Linear(width, 2 * width)
        self.down = nn.Linear(2 * width, width)
        self.drop = nn.Dropout(0.3)

    def forward(self, x):
        return x + self.drop(self.down(self.drop(torch.relu(self.up(self.norm(x))))))


class Inner(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.first = Block(width)
        self.second = Block(width)

    def forward(self, x):
        x = checkpoint(self.first, x, use_reentrant=False)
        return F.dropout(checkpoint(self.second, x, use_reentrant=False), 0.1)


def show(title, model, loss):
    print(title, "%.6f" % loss.item(), ["%.5f" % p.grad.abs().sum().item() for p in model.parameters()])
    print(torch.rand(2))  # where the generator stands


torch.manual_seed(0)
model = nn.Sequential(*[Block(6) for _ in range(3)])
x = torch.randn(5, 6, requires_grad=True)

for reentrant in (False, True):
    torch.manual_seed(1)
    model.zero_grad()
    h = x
    for block in model:
        h = checkpoint(block, h, use_reentrant=reentrant)
    loss = h.square().mean()
    print(torch.rand(1))
    loss.backward()
    show("blocks", model, loss)

torch.manual_seed(2)
model.zero_grad()
loss = checkpoint_sequential(model, 3, x, use_reentrant=False).square().mean()
loss.backward()
show("sequential", model, loss)

# Nested ones.
nested = Inner(6)
for reentrant in (False, True):
    nested.zero_grad()
    loss = checkpoint(nested, x, use_reentrant=reentrant).exp().mean()
    loss.backward()
    show("nested", nested, loss)

# A loop whose iterations are known at run time only, and draws between.
torch.manual_seed(4)
count = int(torch.randint(3, 5, (1,)))
model.zero_grad()
h = x
for i in range(count):
    h = checkpoint(model[0], h, use_reentrant=False)
    h = h * torch.rand(1)
while h.abs().max() < 50:
    h = checkpoint(lambda t: F.dropout(model[1](t) * 2, 0.2), h, use_reentrant=False)
loss = h.mean()
loss.backward()
print(torch.rand(2), "%.6f" % loss.item(), model[0].up.weight.grad[0, :3], model[1].up.weight.grad[0, :3], x.grad[0])


# In a branch, and in a fork.
def noisy(t, w):
    if bool(t.sum() > -1000):
        t = t + torch.randn_like(t) * w
    return torch.sin(t * torch.rand(1)) * w


def forked(t, w):
    return checkpoint(noisy, t, w, use_reentrant=False) + F.dropout(w, 0.5)


w = torch.randn(6, requires_grad=True)
future = torch.jit.fork(forked, x, w)
y = checkpoint(noisy, x, w, use_reentrant=False)
loss = (torch.jit.wait(future) * y).sum()
loss.backward()
print("%.5f" % loss.item(), w.grad, torch.rand(1))


# A seed in a checkpoint.
def seeded(t):
    torch.manual_seed(11)
    return torch.tanh(t * torch.rand(6)) * torch.randn(6)


w.grad = None
loss = checkpoint(seeded, w, use_reentrant=False).sum()
torch.rand(3)
loss.backward()
print("%.5f" % loss.item(), w.grad, torch.rand(1))

# Without the state the second run draws on.
w.grad = None
torch.manual_seed(6)
loss = checkpoint(lambda t: F.dropout(torch.sin(t), 0.5), w, use_reentrant=True, preserve_rng_state=False).sum()
loss.backward()
print("%.5f" % loss.item(), w.grad, torch.rand(1))
w.grad = None
torch.manual_seed(6)
loss = checkpoint(lambda t: F.dropout(torch.sin(t), 0.5), w, use_reentrant=False, early_stop=False,
                  preserve_rng_state=False).sum()
loss.backward()
print("%.5f" % loss.item(), w.grad, torch.rand(1))

# No argument of a reentrant checkpoint has a gradient: nothing of it does.
model.zero_grad()
z = checkpoint(model[0], x.detach(), use_reentrant=True)
print(z.requires_grad)
loss = (z * w).sum()
loss.backward()
print(model[0].up.weight.grad is None)

# Training with it.
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
target = torch.randn(5, 6)
for step in range(5):
    optimizer.zero_grad()
    h = x.detach()
    for block in model:
        h = checkpoint(block, h, use_reentrant=False)
    loss = F.mse_loss(h, target)
    loss.backward()
    optimizer.step()
    print("step %d %.6f" % (step, loss.item()))
print(torch.rand(1))
