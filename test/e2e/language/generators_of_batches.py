# Batches of one's own.
import torch
import torch.nn as nn
try:
    from tqdm import tqdm
except ImportError:
    def tqdm(items):
        return items

torch.manual_seed(0)


def batches(x, y, size, shuffle=True):
    order = torch.randperm(x.size(0)) if shuffle else torch.arange(x.size(0))
    for i in range(0, x.size(0), size):
        index = order[i:i + size]
        yield x[index], y[index]


class Loader:
    def __init__(self, x, y, size):
        self.x, self.y, self.size = x, y, size

    def __len__(self):
        return (len(self.x) + self.size - 1) // self.size

    def __iter__(self):
        order = torch.randperm(len(self.x))
        for i in range(0, len(self.x), self.size):
            yield self.x[order[i:i + self.size]], self.y[order[i:i + self.size]]


x, y = torch.randn(10, 3), torch.randn(10, 1)
model = nn.Linear(3, 1)
opt = torch.optim.Adam(model.parameters(), lr=0.1)
for epoch in range(3):
    total = 0.0
    for step, (xb, yb) in enumerate(batches(x, y, 4)):
        loss = ((model(xb) - yb) ** 2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        total += loss.item() * len(xb)
    print(epoch, step, f"{total / len(x):.4f}")


def train(loader):
    total, seen = 0, 0
    for xb, yb in loader:
        opt.zero_grad()
        out = model(xb)
        loss = nn.functional.mse_loss(out, yb)
        loss.backward()
        opt.step()
        total = total + loss.detach()
        seen += xb.size(0)
    return total / seen


print(train(batches(x, y, 5)))
loader = Loader(x, y, 4)
for epoch in range(2):
    print(train(loader), train(tqdm(loader)))
for i, (xb, yb) in enumerate(tqdm(batches(x, y, 5, shuffle=False))):
    print(i, xb.shape, torch.rand(1))


def stream(x, y, size):
    while True:
        for xb, yb in batches(x, y, size):
            yield xb, yb


best = None
for step, (xb, yb) in enumerate(stream(x, y, 4)):
    if step >= 7:
        break
    loss = nn.functional.mse_loss(model(xb), yb)
    opt.zero_grad()
    loss.backward()
    opt.step()
    if best is None or loss.item() < best:
        best = loss.item()
        print("best", step)
print(step, f"{best:.4f}", f"{loss.item():.4f}")


@torch.no_grad()
def evaluate(loader):
    model.eval()
    errors = [nn.functional.mse_loss(model(xb), yb) for xb, yb in loader]
    model.train()
    return torch.stack(errors).mean()


print(evaluate(batches(x, y, 5)), evaluate(loader))


def windows(series, size):
    for i in range(len(series) - size):
        yield series[i:i + size], series[i + size]


for w, t in windows(torch.arange(6.0), 3):
    print(w, t)
pairs = list(windows([1, 2, 3, 4, 5], 2))
print(pairs, torch.stack([w for w, t in windows(torch.arange(6.0), 3)]))


def accuracy(loader, limit):
    right = count = 0
    for xb, yb in loader:
        if count >= limit:
            break
        right += (model(xb) > yb).sum().item()
        count += len(xb)
    return right / count


print(f"{accuracy(batches(x, y, 3), 6):.3f}")
