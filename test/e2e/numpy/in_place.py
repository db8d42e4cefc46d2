# Augmented assignments change arrays in place, and loops of the run keep them.
import numpy as np
import torch

a = np.array([1.0, 2.0, 3.0])
b = a
a += 1
a *= np.array([2.0, 1.0, 0.5])
a -= b / 4
a /= 2
a **= 2
print(a, b, a is b)
i = np.arange(4)
i += 2
i *= i
print(i, i.dtype)
f = np.ones(2, dtype=np.float32)
f += np.array([0.5, 1.5])
print(f, f.dtype)
t = torch.zeros(3)
t.numpy()[1:] += 5
print(t)
i[1:3] += 10
print(i)

np.random.seed(0)
x, y = np.random.randn(8, 4), np.random.randn(8, 2)
w = np.random.randn(4, 2)
for step in range(300):
    error = x.dot(w) - y
    w -= 0.01 * x.T.dot(error)
print(np.square(x.dot(w) - y).sum(), w)
