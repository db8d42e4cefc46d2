# Slices whose size and place the numbers of iterations tell, and others.
import torch
import torch.nn as nn
torch.manual_seed(0)
x = torch.randn(32, 5)
y = torch.randint(0, 3, (32,))
tags = torch.randint(0, 3, (4, 7))
em = torch.randn(4, 7, 3)
score = torch.zeros(4)
for t in range(7):
    score = score + em[:, t].gather(1, tags[:, t:t + 1]).squeeze(1)
print(score)
net = nn.Linear(5, 3)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for epoch in range(20):
    total = 0.0
    for i in range(4):
        xb, yb = x[i * 8:(i + 1) * 8], y[i * 8:(i + 1) * 8]
        loss = nn.functional.cross_entropy(net(xb), yb)
        opt.zero_grad()
        loss.backward()
        opt.step()
        total += loss.item()
    if epoch % 10 == 0:
        print(epoch, total, xb.shape)
for i in range(0, 32, 8):
    print(x[i:i + 8].sum().item(), x[i + 1:i + 3, 0], x[i:i + 8:3, 1])
for i in range(0, 32, 10):
    print(x[i:i + 10].shape, x[i - 1:i].shape, x[32 - i:].shape)
for i in range(5):
    for j in range(3):
        s = x[2 * i + j:2 * i + j + 4, j:j + 2]
        print(s.sum().item(), s.shape)
for i in range(40):
    if x[i:i + 1].sum().item() > 3:
        print("big", i)
        break
n = int(x.shape[0])
for i in range(n - 1, -1, -1):
    if i % 9 == 0:
        print(x[i:i + 1].squeeze(0))
