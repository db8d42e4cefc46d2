# Graphs that go on from one epoch to the next, and leaves that some iterations replace.
# tolerance: 1e-5
import torch

torch.manual_seed(0)
w = torch.rand(2, requires_grad=True)
loss = torch.zeros(())
for epoch in range(4):
    for i in range(3):
        loss = loss + (w * torch.rand(2)).pow(2).sum()
        if i == 1:
            loss.backward()
            print(w.grad)
            with torch.no_grad():
                w -= 0.1 * w.grad
                w.grad.zero_()
            loss = torch.zeros(())

torch.manual_seed(0)
w = torch.rand(2, requires_grad=True)
loss = (w * w).sum()
for epoch in range(4):
    for i in range(3):
        if i == 1:
            loss.backward()
            print(w.grad)
            with torch.no_grad():
                w -= 0.1 * w.grad
                w.grad.zero_()
            loss = (w * w).sum()

torch.manual_seed(60)
w = torch.randn(2, requires_grad=True)
params = [w]
h = torch.zeros(2)
x = torch.rand(2)
h = h * 0.5 + w * x
loss = (h - x).pow(2).sum()
for i in range(9):
    if (i + 1) % 2 == 0:
        g, = torch.autograd.grad(loss, w)
        print(g)
        w = (w - 0.1 * g).detach().requires_grad_()
        h = h.detach()
        x = torch.rand(2)
        h = h * 0.5 + w * x
        loss = (h - x).pow(2).sum()
print(w)
print(h.detach())

torch.manual_seed(70)
cell = torch.nn.LSTMCell(2, 2)
params = list(cell.parameters())
opt = torch.optim.SGD(params, lr=0.05, momentum=0.9)
h = torch.zeros(2, 2)
c = torch.zeros(2, 2)
x = torch.rand(2, 2)
h, c = cell(x, (h, c))
loss = (h - x).pow(2).sum()
for epoch in range(3):
    for i in range(3):
        if (i + 1) % 2 == 0:
            opt.zero_grad()
            loss.backward()
            opt.step()
            h = h.detach()
            c = c.detach()
            x = torch.rand(2, 2)
            h, c = cell(x, (h, c))
            loss = (h - x).pow(2).sum()
print([p.detach().sum().item() for p in params])
print(h.detach())

torch.manual_seed(97)
w = torch.randn(2, 2, requires_grad=True)
u = torch.randn(2, requires_grad=True)
params = [w, u]
opt = torch.optim.SGD(params, lr=0.05, momentum=0.9)
def advance(h, x, w, u):
    return torch.tanh(w @ h + u * x)
h = torch.zeros(2)
loss = torch.zeros(())
k = 0
for epoch in range(2):
    for i in range(7):
        x = torch.rand(2)
        h = torch.jit.wait(torch.jit.fork(advance, h, x, w, u))
        loss = loss + (h ** 2).mean()
        k += 1
        if k == 3:
            opt.zero_grad()
            loss.backward()
            opt.step()
            h = h.detach()
            print(float(loss))
            loss = torch.zeros(())
            k = 0
print([p.detach().sum().item() for p in params])
print(h.detach())
