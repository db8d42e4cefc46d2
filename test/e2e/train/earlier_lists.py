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
