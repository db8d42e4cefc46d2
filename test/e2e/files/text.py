# Numbers in text.
import os

import numpy as np

rows = np.array([[1.5, -2.0, 3.0], [0.25, 1e-7, 4e10]])
np.savetxt("text_a.txt", rows)
a = np.loadtxt("text_a.txt", ndmin=2)
print(a.shape, a.dtype, (a == rows).all())
np.savetxt("text_a.txt", rows, fmt="%.3f", delimiter=",", header="x,y,z\nnumbers", footer="end", comments="# ")
b = np.loadtxt("text_a.txt", delimiter=",")
assert b.ndim == 2
print(b)
c = np.loadtxt("text_a.txt", delimiter=",", skiprows=2, usecols=(0, 2), max_rows=1, ndmin=2)
print(c)
np.savetxt("text_a.txt", np.array([[1, 20], [3, 4]]), fmt=["%d", "%5d"], delimiter=";")
d = np.loadtxt("text_a.txt", dtype=np.int64, delimiter=";", ndmin=2)
print(d, d.dtype)
np.savetxt("text_a.txt", np.array([1, 2, 3]), fmt="%d|")
e = np.genfromtxt("text_a.txt", delimiter="|", usecols=0)
assert e.ndim == 1
print(e)
f = np.genfromtxt("text_a.txt", delimiter="|", ndmin=2)
print(f)
np.savetxt("text_a.txt", np.array([1.0, float("nan"), float("-inf")]), fmt="%6.2f")
g = np.loadtxt("text_a.txt", dtype=np.float32)
assert g.ndim == 1
print(g, g.dtype)
np.savetxt("text_a.txt", rows, fmt="%g", delimiter=",")
h = np.loadtxt("text_a.txt", delimiter=",")
x, y = h[:, :-1], h[:, -1]
print(x.shape, y)
os.remove("text_a.txt")
