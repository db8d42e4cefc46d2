# A module that was converted is trained though a task changes its buffers.
import torch
import torch.nn as nn

torch.manual_seed(3)


class Part(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(2, 2))
        self.register_buffer("offset", torch.zeros(2))

    def forward(self, x):
        self.offset += 1
        return x @ self.weight + self.offset


model = Part().double()
scripted = torch.jit.script(model)
optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
x = torch.ones(4, 2, dtype=torch.float64)
task = torch.jit.fork(scripted, x)
before = torch.jit.wait(task).sum().item()
for step in range(3):
    optimizer.zero_grad()
    loss = (scripted(x) - 1).pow(2).sum()
    loss.backward()
    optimizer.step()
print("%.6f %.6f" % (before, scripted(x).sum().item()))
print(model.offset)
