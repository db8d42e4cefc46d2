# Variables that are an int on one path and a float, or a tensor, on the other.
import torch

torch.manual_seed(0)
xs = [torch.rand(3) for _ in range(4)]

# The best of a loop, of unknown and of known length; nothing is ever better.
def best_of(values, floor):
    best = 0
    for v in values:
        acc = v.sum().item() - floor
        if acc > best:
            best = acc
            print("new best %.4f" % best)
    return best

print(best_of(xs, 0.0), best_of(xs, 100.0))
n = int(xs[0].sum().item() * 0) + 5
best, which = 0, -1
for i in range(n):
    if i % 2 == 1 and i * 0.5 > best:
        best = i * 0.5
        which = i
    print(i, best, f"{best:.3f}", "%.2f %d" % (best, best), "{:5.1f}|{}".format(best, best))
print(best, which, str(best), [best, 1], best + 1, best * 2, best / 2, -best, best // 1)
print(best == 1.5, best > 1, best < n, bool(best), float(best), int(best), round(best, 1))

# What it is matters where it is an int.
for limit in (10.0, 0.1):
    y = 3
    if xs[0].sum().item() > limit:
        y = 2.5
    print(y, y // 2, y % 2, y / 2, y ** 2, y * 2, y + 0.5, 2 - y, abs(y), max(y, 1), min(2, y))
    print(isinstance(y, int), isinstance(y, float), isinstance(y, (int, float)), y is None)
    y += 1
    print(y, xs[0] * y, torch.arange(3.0) + y)
    y *= 0.5
    print(y)

class Meter:
    def __init__(self):
        self.best = 0
        self.history = []
    def update(self, x):
        is_best = x > self.best
        self.best = max(x, self.best)
        if is_best:
            self.history.append(x)
        return is_best

meter = Meter()
for x in xs:
    print(meter.update(x.max().item()), meter.best)
print(len(meter.history))

def mean(total, count):
    if count == 0:
        return 0
    return total / count

print(mean(1.5, int((xs[1] > 2).sum())), mean(1.5, int((xs[1] < 2).sum())))
a = 0 if xs[0][0] > 2 else xs[0][0].item()
print("%.4f" % a, a if a else -1)

# The trust ratio of LAMB: a number or a tensor.
for scale in (1.0, 0.0):
    w = torch.ones(3) * scale
    step = torch.full((3,), 0.5)
    norm = w.norm()
    if norm == 0:
        ratio = 1
    else:
        ratio = norm / step.norm()
    print(ratio)
    w.add_(step, alpha=-0.1 * float(ratio))
    w = w - 0.1 * ratio * step
    print(w, f"{ratio:.3f}", ratio > 1)
