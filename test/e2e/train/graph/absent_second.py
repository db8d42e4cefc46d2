# What a gradient is not made of has no gradient of it, and what is only
# compared has none.
# tolerance: 1e-5
import torch

x = torch.tensor([1., 2.], requires_grad=True)
y = torch.tensor([3., 5.], requires_grad=True)
gx, = torch.autograd.grad((y * x).sum(), x, create_graph=True)
print(torch.autograd.grad(gx.sum(), [x, y], allow_unused=True))

b = torch.tensor([3., 5.], requires_grad=True)
gx, = torch.autograd.grad((x * x + b).sum(), x, create_graph=True)
gx.square().sum().backward()
print(b.grad, x.grad)

w = torch.ones(2, 2, requires_grad=True)
c = torch.zeros(2, requires_grad=True)
gx, = torch.autograd.grad(torch.nn.functional.linear(x, w, c).sum(), x, create_graph=True)
x.grad = None
gx.sum().backward()
print(x.grad, c.grad, w.grad)

# Training on forces: the bias of the last layer is left alone.
torch.manual_seed(0)
V = torch.nn.Sequential(torch.nn.Linear(1, 4), torch.nn.Tanh(), torch.nn.Linear(4, 1))
opt = torch.optim.SGD(V.parameters(), lr=0.1, weight_decay=0.5)
q = torch.ones(3, 1, requires_grad=True)
print(V[2].bias)
for it in range(3):
    force = torch.autograd.grad(V(q).sum(), q, create_graph=True)[0]
    opt.zero_grad()
    force.square().sum().backward()
    print([p.grad is None for p in V.parameters()])
    opt.step()
print(V[2].bias, V[0].weight.sum().item())

w = torch.ones(3, requires_grad=True)
g, = torch.autograd.grad((w * 3).sum(), w, create_graph=True)
print(g.requires_grad, g.grad_fn is None, g)
p = torch.ones(3, requires_grad=True)
h, = torch.autograd.grad((w * p).sum(), w, create_graph=True)
print(h.requires_grad)

u = torch.ones(3, requires_grad=True)
v = torch.ones(3, requires_grad=True)
z = torch.tensor([1.0, 4.0, 2.0], requires_grad=True)
loss = v.sum() + (u > 0).float().sum() + v[z.argmax()] + z.long().sum() * v.mean()
loss = loss + torch.where(u > 0, v, 2 * v).sum() + u.sum().item()
loss.backward()
print(u.grad, v.grad, z.grad)

# Gradients in a loop, of gradients of the iteration before.
x = torch.tensor([0.5, -0.3], requires_grad=True)
k = torch.tensor([1.0, 2.0], requires_grad=True)
for it in range(3):
    e = (k * x * x).sum() + k.sum()
    d, = torch.autograd.grad(e, x, create_graph=True)
    gk, gx = torch.autograd.grad(d.sum(), [k, x])
    print(it, gk, gx)

# Kinks: PyTorch has zeros behind them.
torch.manual_seed(1)
for name, f in (("leaky_relu", torch.nn.functional.leaky_relu), ("hardtanh", torch.nn.functional.hardtanh),
                ("relu", torch.relu), ("abs", torch.abs), ("relu6", torch.nn.functional.relu6),
                ("hardshrink", torch.nn.functional.hardshrink), ("clamp", lambda y: y.clamp(min=0.0))):
    D = torch.nn.Linear(2, 3)
    x = torch.randn(4, 2, requires_grad=True)
    g, = torch.autograd.grad(f(D(x)).square().sum() * 0 + (f(D(x)) * 2).sum(), x, create_graph=True)
    grads = torch.autograd.grad(g.square().sum(), [D.weight, D.bias], allow_unused=True)
    print(name, [None if v is None else v.abs().sum().item() for v in grads])
    g, = torch.autograd.grad((f(D(x)) * 2).sum(), x, create_graph=True)
    grads = torch.autograd.grad(g.square().sum(), [D.weight, D.bias], allow_unused=True)
    print(name, [None if v is None else v.abs().sum().item() for v in grads])
