# A variable is None in front of a loop that always sets it.
import torch

x = torch.tensor([1.0, 2.0])
w = torch.ones(2, requires_grad=True)

best = None
for i in range(2):
    best = x * 2
print(best is None, best)

loss = None
for i in range(3):
    loss = (w * x).sum() * i
loss.backward()
print(loss.item(), w.grad)

pair = None
for i in range(2):
    pair = (x + i, [x * i])
print(pair)
