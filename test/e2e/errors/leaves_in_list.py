# expect: COMPILE ERROR 11 gradient
# Leaves that a loop of the run makes have no gradients of their own in a list.
import torch

ws = []
for s in range(int(torch.ones(3).sum())):
    w = torch.ones(2)
    while w.sum().item() > 0.5 * s + 0.1:
        w = w * 0.9
    ws.append(w)
leaves = [w.clone().requires_grad_() for w in ws]
opt = torch.optim.SGD(leaves, lr=0.1)
sum((w * w).sum() for w in leaves).backward()
opt.step()
