# Errors that data decides: raised in calls, loops and branches.
import torch, time
import torch.nn as nn
torch.manual_seed(1)
model = nn.Linear(3, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
X = torch.randn(32, 3); Y = X.sum(1, keepdim=True)
def evaluate():
    with torch.no_grad():
        return nn.functional.mse_loss(model(X), Y).item()
def train():
    model.train()
    total = 0.
    for i in range(0, 32, 8):
        opt.zero_grad()
        loss = nn.functional.mse_loss(model(X[i:i + 8]), Y[i:i + 8])
        loss.backward()
        opt.step()
        total += loss.item()
    return total
best = None
try:
    for epoch in range(1, 6):
        train()
        val = evaluate()
        print('-' * 20)
        print('| end of epoch {:3d} | valid loss {:5.4f}'.format(epoch, val))
        if not best or val < best:
            best = val
except KeyboardInterrupt:
    print('-' * 89)
    print('Exiting from training early')
print("%.4f" % best)

class Diverged(Exception):
    pass
def check(x):
    if x > 0.5:
        raise Diverged("loss too large")
    return x
values = torch.tensor([0.1, 0.2, 0.7, 0.3])
try:
    for v in values:
        r = check(v.item())
        print("ok %.1f" % r)
except Diverged as e:
    print("stopped:", e)
class Found(Exception):
    pass
def find(values, limit):
    for i in range(values.size(0)):
        if values[i].item() > limit:
            raise Found("found")
    return -1
for limit in (0.5, 0.9):
    try:
        n = find(values, limit)
        print("none", n)
    except Found as e:
        print(e)
    finally:
        print("done")
count = 0
while True:
    count += 1
    try:
        if values.sum().item() + count > 4:
            raise StopIteration
    except StopIteration:
        break
    finally:
        print("round", count)
print(count)
