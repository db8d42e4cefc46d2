# Hooks of gradients: of leaves and of computed tensors, in a row, in loops, with retain_grad,
# autograd.grad and derivatives of second order.
import torch
from torch import nn

torch.manual_seed(0)
w = torch.randn(3, requires_grad=True)
handle = w.register_hook(lambda g: g * 2)
(w * 3).sum().backward()
print(w.grad)
handle.remove()
w.grad = None
(w * 3).sum().backward()
print(w.grad)

# A computed tensor, whose first use is in front of the hook.
x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
seen = {}
h = x * x
before = h.sum()


def note(g):
    seen["h"] = g.clone()


h.register_hook(note)
h.register_hook(lambda g: g + 1)
loss = before + (h * 2).sum() + x.sum()
loss.backward()
print(seen["h"], x.grad)

# In a row, where one path passes by the second.
a = torch.ones(2, requires_grad=True)
b = a * 2
c = b * 3
b.register_hook(lambda g: g * 10)
c.register_hook(lambda g: g * 100)
b.retain_grad()
(c + b + a).sum().backward()
print(a.grad, b.grad)

# Gradients by what is on the way, and a hook that is not on it.
p = torch.tensor(2.0, requires_grad=True)
q = p * p
r = q * p
q.register_hook(lambda g: g * 0.5)
unused = p * 7
unused.register_hook(lambda g: g * 1000)
print(torch.autograd.grad(r, [p, q], retain_graph=True), torch.autograd.grad(r, q))
s = p ** 3
t = s * p
s.register_hook(lambda g: g * p)
d, = torch.autograd.grad(t, p, create_graph=True)
print(d, torch.autograd.grad(d, p))


class Probe(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 5), nn.ReLU())
        self.head = nn.Linear(5, 2)
        self.grads = None

    def keep(self, g):
        self.grads = g

    def forward(self, x):
        features = self.body(x)
        features.register_hook(self.keep)
        self.features = features
        return self.head(features)


probe = Probe()
out = probe(torch.randn(3, 4))
out[:, 1].sum().backward()
weights = probe.grads.mean(0)
print(torch.relu((weights * probe.features).sum(1)).detach(), probe.grads.shape)

net = nn.Sequential(nn.Linear(4, 6), nn.Tanh(), nn.Linear(6, 1))
for parameter in net.parameters():
    parameter.register_hook(lambda g: torch.clamp(g, -0.05, 0.05))
optimizer = torch.optim.SGD(net.parameters(), lr=0.5)
inputs, target = torch.randn(8, 4), torch.randn(8, 1)
largest = torch.zeros(())
for i in range(30):
    optimizer.zero_grad()
    hidden = net[0](inputs)
    hidden.register_hook(lambda g: g * 1.5)
    loss = (net[2](net[1](hidden)) - target).pow(2).mean()
    loss.backward()
    largest = torch.maximum(largest, net[2].weight.grad.abs().max())
    optimizer.step()
print(f"{loss.item():.5f} {largest.item():.4f}")
try:
    torch.ones(2).register_hook(lambda g: g)
except RuntimeError as e:
    print(e)
