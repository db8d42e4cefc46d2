# The graph is made once and gone after the first of several backward passes.
import torch

w = torch.ones(3, requires_grad=True)

for i in range(3):
    (w * w).sum().backward()
u = torch.ones(3, requires_grad=True)
loss = u.exp().sum()
for i in range(3):
    loss.backward()
    print(u.grad)
