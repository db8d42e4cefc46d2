# A loss that several iterations add to.
# tolerance: 1e-5
import torch

torch.manual_seed(0)
w = torch.rand(3, requires_grad=True)
opt = torch.optim.SGD([w], lr=0.1)
loss = torch.zeros(())
for i in range(12):
    x = torch.rand(3)
    loss = loss + ((w * x).sum() - 1) ** 2
    if (i + 1) % 4 == 0:
        opt.zero_grad()
        loss.backward()
        print(loss.item(), w.grad)
        opt.step()
        loss = torch.zeros(())

torch.manual_seed(0)
cell = torch.nn.RNNCell(3, 4)
head = torch.nn.Linear(4, 1)
opt = torch.optim.SGD(list(cell.parameters()) + list(head.parameters()), lr=0.1)
h = torch.zeros(2, 4)
loss = 0
for t in range(20):
    x = torch.rand(2, 3)
    h = cell(x, h)
    loss = loss + ((head(h) - x.sum(1, keepdim=True)) ** 2).mean()
    if (t + 1) % 5 == 0:
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(t, loss.item())
        h = h.detach()
        loss = 0
print(cell.weight_hh)

torch.manual_seed(0)
w = torch.randn(4, requires_grad=True)
b = torch.zeros(1, requires_grad=True)
acc = torch.zeros(())
for epoch in range(3):
    for i in range(4):
        x = torch.randn(4)
        acc = acc + (torch.dot(w, x) + b - 1).pow(2).sum()
    acc.backward(retain_graph=True)
    print(acc.item(), w.grad.sum().item(), b.grad.item())

torch.manual_seed(0)
def step(model, opt, h, x, loss):
    h = model(x, h)
    loss = loss + h.pow(2).mean()
    return h, loss
cell = torch.nn.GRUCell(2, 3)
opt = torch.optim.AdamW(cell.parameters(), lr=0.01)
h = torch.zeros(1, 3)
loss = torch.tensor(0.0)
k = 0
for t in range(17):
    h, loss = step(cell, opt, h, torch.randn(1, 2), loss)
    k += 1
    if k == 4 or t == 16:
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(t, "%.5f" % loss.item(), "%.5f" % cell.weight_hh.grad.abs().sum().item())
        h = h.detach()
        loss = torch.tensor(0.0)
        k = 0

torch.manual_seed(0)
class Trainer:
    def __init__(self, model):
        self.model = model
        self.opt = torch.optim.SGD(model.parameters(), lr=0.1)
        self.pending = None
        self.count = 0
    def feed(self, x, y):
        loss = torch.nn.functional.mse_loss(self.model(x), y)
        self.pending = loss if self.pending is None else self.pending + loss
        self.count += 1
        if self.count == 3:
            self.opt.zero_grad()
            (self.pending / 3).backward()
            self.opt.step()
            print("%.5f" % self.pending.item())
            self.pending = None
            self.count = 0
t = Trainer(torch.nn.Linear(2, 1))
for i in range(12):
    x = torch.randn(5, 2)
    t.feed(x, x.sum(1, keepdim=True))
print(t.model.weight)
