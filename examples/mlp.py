"""A small network learns two interleaved spirals with Adam."""
import torch
import torch.nn as nn

torch.manual_seed(0)
n = 200
t = torch.linspace(0.2, 1.0, n) * 3.5
noise = torch.randn(2 * n, 2) * 0.05
arm = torch.stack((t * torch.cos(2 * t), t * torch.sin(2 * t)), dim=1) / 3.5
x = torch.cat((arm, -arm)) + noise
y = torch.cat((torch.zeros(n), torch.ones(n))).to(torch.int64)

model = nn.Sequential(nn.Linear(2, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, 2))
loss_fn = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)

for step in range(300):
    optimizer.zero_grad()
    loss = loss_fn(model(x), y)
    loss.backward()
    optimizer.step()
    if step % 10 == 0 or step == 299:
        print("step %3d loss %.4f" % (step, loss.item()))

with torch.no_grad():
    right = (model(x).argmax(dim=1) == y).sum().item()
print("right: %d of %d" % (right, 2 * n))
