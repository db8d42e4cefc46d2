# Losses that a loop keeps in a list until it takes their gradient.
# tolerance: 1e-5
import torch

torch.manual_seed(0)
w = torch.randn(4, requires_grad=True)
losses = []
opt = torch.optim.SGD([w], lr=0.1, momentum=0.9)
for i in range(20):
    x = torch.randn(4)
    losses.append((torch.dot(w, x) - 1).pow(2))
    if (i + 1) % 5 == 0:
        opt.zero_grad()
        total = torch.stack(losses).mean()
        total.backward()
        opt.step()
        print(i, "%.4f" % total.item(), w.grad)
        losses.clear()

# A new list each time.
torch.manual_seed(1)
w = torch.randn(4, requires_grad=True)
opt = torch.optim.SGD([w], lr=0.1)
losses = []
for i in range(12):
    losses.append((torch.dot(w, torch.randn(4)) - 1).pow(2))
    if len(losses) == 4:
        opt.zero_grad()
        torch.stack(losses).mean().backward()
        opt.step()
        print(i, w.grad)
        losses = []
print(len(losses))

# Until the data says so, of a state that goes on.
h = torch.zeros(4)
x = torch.ones(4, requires_grad=True)
states = []
i = 0
while i < 9:
    h = torch.tanh(h + x * torch.rand(1))
    states.append(h)
    if float(h.detach().sum()) > 2.5 or len(states) == 3:
        torch.stack(states).sum().backward()
        print(i, len(states), x.grad)
        h = h.detach() * 0.1
        states = []
    i += 1

# Over epochs, and in tensors that are added to in place.
torch.manual_seed(2)
cell = torch.nn.RNNCell(2, 3)
opt = torch.optim.SGD(cell.parameters(), lr=0.1)
h = torch.zeros(1, 3)
losses = []
for epoch in range(3):
    for i in range(5):
        h = cell(torch.rand(1, 2), h)
        losses.append((h ** 2).mean())
        if len(losses) == 3:
            opt.zero_grad()
            sum(losses).backward()
            opt.step()
            h = h.detach()
            losses = []
print(cell.weight_ih.grad, len(losses))

total = torch.zeros(())
for epoch in range(3):
    for i in range(4):
        total += (x * torch.rand(4)).sum()
        if i % 3 == 2:
            total.backward()
            print(x.grad)
            total = torch.zeros(())
