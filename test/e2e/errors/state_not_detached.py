# A state that goes on is part of a graph that is gone in the second iteration.
import torch

torch.manual_seed(0)
cell = torch.nn.RNNCell(3, 4)
opt = torch.optim.SGD(cell.parameters(), lr=0.1)
h = torch.zeros(2, 4)
print("start")
for i in range(5):
    h = cell(torch.rand(2, 3), h)
    loss = (h ** 2).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(i)
