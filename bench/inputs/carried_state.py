# Truncated back-propagation through time: the loss of ten steps of an LSTM cell at once.
import time

import torch

torch.manual_seed(0)
cell = torch.nn.LSTMCell(16, 32)
head = torch.nn.Linear(32, 8)
opt = torch.optim.SGD(list(cell.parameters()) + list(head.parameters()), lr=0.1)
data = torch.rand(4000, 8, 16)
start = time.time()
h = torch.zeros(8, 32)
c = torch.zeros(8, 32)
loss = torch.zeros(())
for t in range(4000):
    h, c = cell(data[t], (h, c))
    loss = loss + head(h).pow(2).mean()
    if t % 10 == 9:
        opt.zero_grad()
        loss.backward()
        opt.step()
        h = h.detach()
        c = c.detach()
        loss = torch.zeros(())
print("%.3f s, %.5f" % (time.time() - start, h.sum().item()))
