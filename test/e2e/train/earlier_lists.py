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
