# Numbers of NumPy wherever Python's numbers go: sizes, indices, keys, formats, loops, branches, tensors.
import math

import numpy as np
import torch

x = torch.arange(24.0)
a = np.array([2, 3, 4])
print(x.view(a[0], a[1], -1).shape, torch.zeros(a[0], a[2]).shape, torch.zeros(*a).shape, torch.zeros(tuple(a)).shape, torch.randn(a.prod(), 1).shape)
print(torch.nn.Linear(np.prod((2, 3)), a.max()).weight.shape, torch.nn.Linear(int(np.sqrt(16)), np.cumsum([1, 2])[-1]).weight.shape)
print(x[a[0]], x[a], x[a[0]:a[2]], x[: a[1]], [5, 6, 7, 8][a[0]], "abcde"[a[1]], (1, 2, 3)[a[0]])
print(list(range(a[0])), list(range(a[0], a[2])), [0] * a[0], "ab" * a[0], [i for i in range(a[1])], len(range(a[2])))
d = {a[0]: "two", 3: "three"}
print(d[2], d[a[1]], a[0] in d, 4 in d, a[2] in d, {np.float64(0.5): 1}[0.5], d)
print("%d %5.2f %s %r" % (a[0], a.mean(), a[1], a[2]), f"{a[0]:03d} {a.mean():.3f} {a.std():8.2e} {np.float32(1) / 3:.4f}", "{} {:>5}".format(a[0], a[1]))
print(abs(a[0] - a[2]), max(a[0], a[1]), min(3.5, a[2]), sum(a), sum([np.float32(1.5), np.float32(2)]), max(a), sorted([a[2], a[0], a[1]]), math.sqrt(a[2]), math.floor(a.mean()))
print(x.mean() * a[0], a[0] * x[:2], x[:2] / a[1], x[:2] ** a[0], a.mean() - x[:2], x[1:3] > a[0], np.float64(2) * torch.ones(2, dtype=torch.float32))
print(torch.tensor(a[0]), torch.tensor([a[0], a[1]]), torch.tensor([1.0, a.mean()]), torch.tensor(np.float32(0.5)), torch.tensor([np.float32(1), 2]), torch.tensor(np.bool_(True)))
print(torch.full((2,), a[0]), torch.full((2,), a.mean()), torch.arange(a[0]), torch.clamp(x[:4], a[0], a[1]), x[:2].fill_(a[1]), torch.ones(2) * np.float32(0.1))
print(x.new_tensor(a), x.new_tensor(a[0]), torch.as_tensor(a), torch.from_numpy(a) + a[0], torch.FloatTensor(a), torch.LongTensor([a[0]]))

# Numbers that only the run knows.
y = torch.tensor([0.5, 2.5, 1.5]).numpy()
best = 0
for v in y:
    if v > best:
        best = v
print(best, f"{best:.1f}", best + 1)
total = 0.0
for i in range(len(y)):
    total += y[i] * 2
print(total, total / 3)
values = []
for i in range(100):
    values.append(y.mean() * i)
print(values[:3], values[-1], max(values), np.mean(values), len(values))
wide = [np.float64(0.25) * k for k in range(3)]
print(wide, np.array(wide), np.array([y[0], y[1]]), np.array([y[0], y[1]]).dtype, [float(v) for v in y])
counts = {}
for k in np.array([1, 2, 1, 3]):
    counts[k] = counts.get(k, 0) + 1
print(counts, counts[1])
worst, where = 1e9, None
for i, v in enumerate(y):
    if v < worst:
        worst, where = v, i
print(worst, where)
w = 1.0
if y[1] > 1:
    w = np.mean([1.0, 2.0])
print(w, w * 2, w > 1, float(w), isinstance(w, float))
k = int(y.argmax())
while k < np.int64(3):
    k += 1
print(k, np.argmax(y), y.argmax() + 1, y[np.argmin(y)], bool(y[0]), y[0] and 3)
print(np.float64(2.0).is_integer(), (2.5).is_integer(), (5).bit_length(), a[0].dtype, a[0].shape, y.mean().astype(np.float64), a[0].sum(), np.float64(1.5).round())
