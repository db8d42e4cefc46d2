# expect: COMPILE ERROR 12 state
# PyTorch has state of `a` only.
import torch

a = torch.ones(2, requires_grad=True)
b = torch.ones(1, requires_grad=True)
opt = torch.optim.SGD([a, b], lr=0.1, momentum=0.9)
loss = a.sum() * 2
if a.sum() < 0: loss = loss + b.sum()
loss.backward()
opt.step()
print(len(opt.state))
