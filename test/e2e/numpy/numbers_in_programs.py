# Numbers of NumPy in loops, containers, functions, TorchScript and tasks.
import numpy as np
import torch
# numbers across loops, containers and functions
def stats(xs):
    return np.mean(xs), np.std(xs), len(xs)
rows = []
for k in range(3):
    m, s, n = stats([k * 1.0, k + 2.0])
    rows.append((m, s, n))
print(rows, rows[0][0] + 1)
d = {}
x = torch.tensor([3.0, 1.0, 2.0]).numpy()
for i in range(len(x)):
    d[f"k{i}"] = x[i]
print(d, max(d.values()), min(d, key=d.get))
arr = np.zeros(3)
arr[0] = x[1]
arr[1] = np.float32(0.1)
arr[2] += x[0]
print(arr, arr.tolist(), [a for a in arr if a > 0.5])
def pick(flag, a, b):
    if flag > 0:
        return a
    return b
print(pick(x[0], np.float64(1.0), np.float64(2.0)), pick(x[0] - 5, 1, np.int64(2)))
acc = []
while len(acc) < 3:
    acc.append(x[len(acc)] ** 2)
print(acc, np.sum(acc), np.array(acc).dtype)
best = {"loss": np.inf, "step": -1}
for i, v in enumerate(x):
    if v < best["loss"]:
        best["loss"] = v
        best["step"] = i
print(best["loss"], best["step"])
lst = list(x)
lst.sort()
print(lst, sorted(x)[0], x.tolist())
p = [0.2, 0.5, 0.3]
u = 0.6
c = np.cumsum(p)
print(c, np.searchsorted(c, u), int(np.argmax(c > u)), next(i for i, v in enumerate(c) if v > u))
n = 0
for v in np.arange(1, 4):
    n += v
print(n, n / 2, type(int(n)))
s = torch.zeros(3)
for i in np.argsort(x):
    s[i] = float(x[i] * 2)
print(s)
lo, hi = x.min(), x.max()
print((x - lo) / (hi - lo), hi - lo, 1 - lo, 2 * hi, lo < hi)
from typing import List
@torch.jit.script
def f(x: torch.Tensor, s: float, n: int) -> torch.Tensor:
    for i in range(n):
        x = x * s
    print(s, n, s / 2, n // 2)
    return x
print(f(torch.ones(2), np.float64(2.0), int(np.int64(3))))
class M(torch.nn.Module):
    def __init__(self, d):
        super().__init__()
        self.scale = float(np.sqrt(d))
        self.n = int(np.prod((2, 2)))
        self.w = np.power(d, 0.5)
    def forward(self, x):
        y = x / self.scale
        k = self.n
        if k > 3:
            y = y + self.n
        return y * self.w
m = torch.jit.script(M(4))
print(m(torch.ones(2)))
@torch.jit.script
def g(xs: List[float]):
    t = 0.0
    for x in xs:
        t += x
    return t
print(g([1.0, 2.0]), g(np.array([1.0, 2.0]).tolist()))
fut = torch.jit.fork(f, torch.ones(2), np.float64(0.5), 2)
print(torch.jit.wait(fut))
t = torch.zeros(2)
t[0] = np.float64(2)
t[1] = np.int64(3)
try:
    t[0] = np.float32(1)
except TypeError:
    print("float32 is no number of Python's", t)
