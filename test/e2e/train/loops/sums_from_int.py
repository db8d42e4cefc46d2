# Sums that start with the integer 0 and are floats from the first iteration on; layers whose sizes a comprehension counts.
import torch
import torch.nn as nn

torch.manual_seed(0)
data = [torch.rand(8, 3) for _ in range(3)]

def total(epoch):
    sum = 0
    for i, x in enumerate(data):
        if i == 0:
            print(epoch, sum)
        sum += x.sum().item()
    return sum / len(data)

for epoch in range(1, 4):
    print("%.4f" % total(epoch))

model = nn.Linear(3, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.01)
loss_sum, steps = 0, 0
for step in range(5000):
    opt.zero_grad()
    loss = (model(data[step % 3]) - 1).pow(2).mean()
    loss.backward()
    opt.step()
    loss_sum += loss.item()
    steps += 1
print("%.3f" % (loss_sum / steps * 10))
left = 0
x = torch.ones(2)
while float(x.sum()) > 0.1:
    left += float(x.sum())
    x = x * 0.5
print(left)

class Member(nn.Module):
    def __init__(self, i):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(3, 4 + i), nn.ReLU(), nn.Linear(4 + i, 2))

    def forward(self, x):
        return self.net(x)

members = [Member(i) for i in range(3)]
print([m(data[0]).sum().item() for m in members])
