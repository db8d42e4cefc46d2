# Forward, backward and Adam of a small network; microseconds a step.
import time
import torch
import torch.nn as nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(32, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 4))
optimizer = torch.optim.Adam(model.parameters(), lr=0.001)
loss_fn = nn.MSELoss()
x = torch.randn(64, 32)
y = torch.randn(64, 4)


def train(steps):
    for step in range(steps):
        optimizer.zero_grad()
        loss = loss_fn(model(x), y)
        loss.backward()
        optimizer.step()


train(200)
start = time.time()
train(1000)
print((time.time() - start) / 1000 * 1e6)
