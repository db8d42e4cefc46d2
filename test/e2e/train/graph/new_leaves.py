# Tensors that become leaves: what was made of their values, or of what they
# are copies of, is not made of them.
# tolerance: 1e-5
import torch


def leaf(name, make):
    x = torch.arange(3.) + 1
    c = x * x
    q = make(x).requires_grad_()
    d = x * x
    g = torch.autograd.grad((q * c).sum() + (q * d).sum(), q)[0]
    print(name, g, c.requires_grad, d.requires_grad)


leaf("clone", lambda x: x.clone())
leaf("detach", lambda x: x.detach())
leaf("detach clone", lambda x: x.detach().clone())
leaf("contiguous", lambda x: x.contiguous().clone())
leaf("float", lambda x: x.float().detach())
leaf("copy_", lambda x: torch.empty(3).copy_(x))
leaf("data", lambda x: x.data)
leaf("reshape", lambda x: x.clone().reshape(3))
leaf("Parameter", lambda x: torch.nn.Parameter(x.clone()))

x = torch.arange(3.) + 1
t = x * x
x.requires_grad_()
(x * t).sum().backward()
print(x.grad)

# An iteration makes a leaf of what all of them share.
w = torch.ones(4, requires_grad=True)
x = torch.ones(4)
target = x * x
for it in range(3):
    q = x.clone().requires_grad_(True)
    loss = ((w * q - target - 0.5 * it) ** 2).sum()
    loss.backward()
    print(it, w.grad, q.grad)

# Steps of an attack, beside what the attacked point was made of.
torch.manual_seed(0)
net = torch.nn.Linear(3, 2)
clean = torch.randn(4, 3)
with torch.no_grad():
    reference = net(clean)
adversary = clean.clone()
for step in range(4):
    adversary = adversary.detach().requires_grad_(True)
    loss = (net(adversary) - reference).square().sum() + (adversary - clean).sum()
    (g,) = torch.autograd.grad(loss, adversary)
    adversary = adversary + 0.1 * g.sign()
print(adversary.sum().item(), (adversary - clean).abs().max().item())
