# Sums that start as a number and become tensors, in loops of run time.
import torch

torch.manual_seed(0)
x = torch.randn(32, 3)
y = x @ torch.tensor([[1.0], [-2.0], [0.5]]) + 0.3
model = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.Tanh(), torch.nn.Linear(4, 1))
opt = torch.optim.SGD(model.parameters(), lr=0.05)
crit = torch.nn.MSELoss()


def step():
    opt.zero_grad()
    loss = crit(model(x), y)
    loss.backward()
    opt.step()
    return loss


for epoch in range(6):
    total = 0
    for k in range(20):
        total += step().detach()
    if epoch % 2 == 0:
        print(epoch, total, f"{total.item() / 20:.4f}")

for epoch in range(4):
    loss = 0
    for t in range(40):
        loss = loss + crit(model(x * (t / 40)), y)
    opt.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    opt.step()
    print(f"{loss.item():.3f}", loss.requires_grad)

# As often as data says: also not at all.
for bound in (0.0, 100.0):
    n = int((x > bound).sum().item())
    total, first = 0.0, 0
    for i in range(n):
        total += crit(model(x[i % 32]), y[i % 32])
        first = first + x[i % 32]
    print(total, first, total + 1)
    if n > 0:
        print(f"{total.item() / n:.4f}")

# In some iterations only.
total, count = 0, 0
for i in range(40):
    loss = step()
    if i % 3 == 0 and loss.item() > 0.0:
        total += loss.detach()
        count += 1
print(total / count, count)

# The sum is read in the loop, or is no sum.
running = 0.0
for i in range(60):
    running = 0.9 * running + 0.1 * step().detach()
    if i % 30 == 0:
        print(i, running)
best = 0
for t in range(50):
    value = (x * t).sum()
    if value > best:
        best = value
print(best, running)
i, total, loss = 0, 0, torch.tensor(1.0)
while i < 30 and loss > 0.01:
    loss = step()
    total = total + loss.detach()
    i += 1
print(i, total)
rows = 0
for i, row in enumerate(x):
    rows += row * i
print(rows)


def evaluate(n: int):
    total, right = 0, 0
    for i in range(n):
        out = model(x[i])
        total += crit(out, y[i])
        right += (out * y[i] > 0).sum()
    return total / n, right


with torch.no_grad():
    print(evaluate(32))
opt.zero_grad()
mean, right = evaluate(32)
mean.backward()
print(model[2].bias.grad, right)

# Numbers: an int that becomes a float, or stays one.
for bound in (0.0, 100.0):
    n = int((x > bound).sum().item())
    total, parts = 0, [0, 0]
    for i in range(n):
        total += x[i % 32, 0].item()
        parts[0] += x[i % 32, 1].item()
        parts[1] += 1
    print(f"{total:.3f} {parts[0]:.3f}", parts[1], n > 0 and total > 1, total > 1)
