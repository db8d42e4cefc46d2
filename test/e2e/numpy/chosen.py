# Arrays that branches and loops of the run choose or make anew.
import numpy as np
import torch

flag = torch.ones(1).sum().item() > 0
a, b = np.array([1.0, 2.0, 3.0]), np.array([4.0, 5.0, 6.0])
c = a if flag else b
print(c, c.sum(), c.shape)
if flag:
    d = a + b
else:
    d = b * 2
print(d)


class World:
    def __init__(self):
        self.state = np.zeros(2)

    def step(self, push):
        x, v = self.state[0].item(), self.state[1].item()
        self.state = np.array([x + 0.1 * v, v + push])
        return self.state, x * x > 4.0


world = World()
state = world.state
count = 0
done = False
while not done:
    state, done = world.step(0.5 if count % 3 else -0.1)
    count += 1
print(count, state, world.state)
best = None
for i in range(torch.tensor(5).item()):
    row = np.arange(3) * (i * 7 % 5)
    if best is None or row.sum() > best.sum():
        best = row
print(best)
rows = []
for i in range(torch.tensor(4).item()):
    rows.append(np.ones(3) * i)
print(np.stack(rows), len(rows), np.array(rows).mean(axis=0))
total = np.zeros(2)
for i in range(torch.tensor(3).item()):
    total = total + np.array([1.0, i])
print(total, total.dtype)
