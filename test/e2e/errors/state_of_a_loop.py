# The loop may not run: nobody knows whether there is state.
# expect: COMPILE ERROR 14 optimizer
import torch
import torch.nn as nn

x = torch.tensor([1.0, 0.0]) + torch.zeros(2)
w = nn.Parameter(torch.ones(2))
opt = torch.optim.Adam([w], lr=0.1)
for i in range(int(x[1])):
    opt.zero_grad()
    (w * w * x).sum().backward()
    opt.step()
print(w)
print(len(opt.state))
