# How NumPy 2 writes its numbers, and arrays without dimensions.
import numpy as np
import torch
runs = [1.0, 3.0, 2.0]
m = np.mean(runs)
print(m, [m, np.std(runs)], repr(m), f"{m!r}", f"{m}", (m,), {"a": m})
a = np.array([1.5, 2.5])
print(a[0], [a[0]], [x for x in a], list(a))
b = np.arange(3)
print([b[0]], b[0], [b.sum()], [a.max()], [a[0] + 1, a[0] * a[1], 2 * a[0]], [a[0] > 1], [float(a[0])], [a.sum().item()])
c = np.array([1, 2], dtype=np.float32)
print([c[0]], [c.mean()], a.tolist())
print([a[0] ** 2, -a[0], max(a[0], a[1]), a[0] - 1.0, 1 - a[0], a[0] / 2])
means = []
for i in range(3):
    means.append(np.mean([r * i for r in runs]))
print(means)
z = np.array(2.5)
print([z], [z + 1], repr(z.astype(np.float32)), [np.array(3)], [np.asarray(True)], [np.array([[1]]).squeeze()], [np.array([1.5]).reshape(())])
t = torch.tensor([1.0, 2.0])
print([t.sum().numpy()], [t.numpy()[0]], [t.numpy().mean()], 0)
k = m
k += 1
print(m, k, [k])
run = t.sum().numpy()
for i in range(4):
    run = 0.5 * run + t.numpy()[1]
print(run, [run])
best = np.array(0.0)
for i in range(3):
    best = np.maximum(best, a[0] * i)
print([best])
h = np.mean(runs) if t[0] > 0 else np.std(runs)
print(h, [h])
total = 0.0
for v in a:
    total = total + v
print([total], [np.exp(a[0])], [np.dot(a, a)], [a.argmax()])
d = {}
for i in range(3):
    d[i] = np.std(runs) * i
print(d)

# Elements are numbers, not views; and numbers have no place to change in.
a = np.array([1.0, 2.0, 3.0])
a[0], a[1] = a[1], a[0]
first = a[0]
a[0] = 9.0
print(a, first)
for x in a:
    x += 1
print(a)
s = np.arange(4).sum()
s /= 4
print(s)
print(np.long(3), np.array([1, 2], dtype=np.long).dtype, np.long is np.int64)
