# A loss that the iteration before has computed.
# tolerance: 1e-5
import torch

torch.manual_seed(0)
w = torch.rand(3, requires_grad=True)
opt = torch.optim.SGD([w], lr=0.1)
loss = torch.zeros(())
i = 0
while i < 40 and float(w.detach().sum()) < 4:
    x = torch.rand(3)
    loss = loss + ((w * x).sum() - 1) ** 2
    if float(loss) > 0.5:
        opt.zero_grad()
        loss.backward()
        print(i, loss.item(), w.grad)
        opt.step()
        loss = torch.zeros(())
    i += 1

torch.manual_seed(0)
w = torch.rand(3, requires_grad=True)
opt = torch.optim.SGD([w], lr=0.1)
loss = ((w - 1) ** 2).sum()
n = 0
while loss.item() > 1e-3:
    opt.zero_grad()
    loss.backward()
    opt.step()
    loss = ((w - 1) ** 2).sum()
    n += 1
print(n, loss.item(), w)

torch.manual_seed(0)
w = torch.rand(3, requires_grad=True)
lr = 0.1
loss = ((w - 1) ** 2).sum()
for i in range(5):
    g, = torch.autograd.grad(loss, w)
    with torch.no_grad():
        w -= lr * g
    loss = ((w - 1) ** 2).sum()
    print(i, loss.item(), w)

torch.manual_seed(0)
w = torch.rand(3, requires_grad=True)
lr = 0.1
loss = ((w - 1) ** 2).sum()
for i in range(5):
    g, = torch.autograd.grad(loss, w)
    w = (w - lr * g).detach().requires_grad_(True)
    loss = ((w - 1) ** 2).sum()
    print(i, loss.item(), w)

torch.manual_seed(0)
x = torch.tensor([3.0, -2.0], requires_grad=True)
def f(x):
    return (x[0] - 1) ** 2 + 10 * (x[1] - x[0] ** 2) ** 2
y = f(x)
steps = 0
while y.item() > 1e-2 and steps < 500:
    g, = torch.autograd.grad(y, [x])
    t = 1.0
    with torch.no_grad():
        while f(x - t * g).item() > y.item() - 0.3 * t * (g * g).sum().item():
            t *= 0.5
    x = (x - t * g).detach().requires_grad_()
    y = f(x)
    steps += 1
print(steps, "%.4f" % y.item(), x)

torch.manual_seed(0)
a = torch.randn(3, requires_grad=True)
c = torch.randn(3, requires_grad=True)
oa = torch.optim.SGD([a], lr=0.1)
oc = torch.optim.SGD([c], lr=0.1)
la = (a * a).sum()
lc = (c - 1).pow(2).sum()
for i in range(6):
    if i % 2 == 0:
        oa.zero_grad()
        la.backward()
        oa.step()
        la = (a * a).sum()
    else:
        oc.zero_grad()
        lc.backward()
        oc.step()
        lc = (c - 1).pow(2).sum()
    print(i, "%.4f %.4f" % (la.item(), lc.item()))

torch.manual_seed(0)
net = torch.nn.Sequential(torch.nn.Linear(2, 8), torch.nn.Tanh(), torch.nn.Linear(8, 1))
opt = torch.optim.Adam(net.parameters(), lr=0.02)
x = torch.rand(32, 2)
y = (x[:, :1] * x[:, 1:])
loss = torch.nn.functional.mse_loss(net(x), y)
best = loss.item()
stale = 0
epoch = 0
while stale < 3 and epoch < 200:
    opt.zero_grad()
    loss.backward()
    opt.step()
    loss = torch.nn.functional.mse_loss(net(x), y)
    if loss.item() < best - 1e-4:
        best = loss.item()
        stale = 0
    else:
        stale += 1
    epoch += 1
print(epoch, "%.5f" % best)
