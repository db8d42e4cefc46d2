# Arrays that are saved and loaded: what their type is learned of.
import os

import numpy as np
import torch

a = np.arange(6, dtype=np.float32).reshape(2, 3)
np.save("arrays_a.npy", a)
x = np.load("arrays_a.npy")
assert x.ndim == 2 and x.dtype == np.float32
print(x, x.shape, x.dtype, isinstance(x, np.ndarray))

y = np.load("arrays_a.npy")
assert y.dtype == "float32"
n, d = y.shape
print(n, d, y.sum())

z = torch.from_numpy(np.load("arrays_a.npy").reshape(3, 2).astype(np.float64))
print(z)

w = np.load("arrays_a.npy").astype(np.int64)
assert len(w.shape) == 2
print(w.tolist(), w.dtype)

v = np.load("arrays_a.npy")
if v.ndim != 2:
    raise ValueError("two dimensions are needed")
if v.dtype != np.float32:
    raise ValueError("floats are needed")
print(v[1], len(v))

u = np.load("arrays_a.npy")
assert u.shape == (2, 3)
assert u.dtype == np.float32, "floats"
print(u.T)

t = torch.from_numpy(np.load("arrays_a.npy")).double()
assert t.dim() == 2
print(t.sum(1), t.dtype)
s = np.load("arrays_a.npy")
rows, columns = s.shape
print(torch.tensor(s, dtype=torch.int32), rows * columns)

# Several arrays in a file.
np.savez("arrays_b.npz", a, ids=np.array([3, 1, 2]), mask=np.array([True, False]), half=np.float32(0.5) * np.ones(2, dtype=np.float32))
with np.load("arrays_b.npz") as data:
    print(sorted(data.files), "ids" in data, "other" in data)
    ids = data["ids"]
    assert ids.ndim == 1 and ids.dtype == np.int64
    mask = data["mask"]
    assert mask.ndim == 1 and mask.dtype == np.bool_
    first = data["arr_0"]
    assert first.ndim == 2 and first.dtype == np.float32
    print(ids, mask, first[0])
np.savez_compressed("arrays_c.npz", z=np.zeros(1000), a=a)
packed = np.load("arrays_c.npz")
zeros = packed["z"].astype(np.float32)
assert zeros.ndim == 1
again = packed["a"]
assert again.ndim == 2 and again.dtype == np.float32
print(zeros.shape, zeros.sum(), again.tolist(), os.path.getsize("arrays_c.npz") < 1500)

# Bytes without a header.
np.array([1.5, -2.0, 3.25]).tofile("arrays_d.bin")
print(np.fromfile("arrays_d.bin"), np.fromfile("arrays_d.bin", dtype=np.float64, count=2), np.fromfile("arrays_d.bin", dtype=np.uint8).shape)

# No dimensions, no elements.
np.save("arrays_e", np.array(7))
e = np.load("arrays_e.npy")
assert e.ndim == 0 and e.dtype == np.int64
print(int(e))
np.save("arrays_e.npy", np.zeros((0, 3), dtype=np.float32))
f = np.load("arrays_e.npy").astype(np.float32)
assert f.ndim == 2
print(f.shape)

total = 0.0
for i in range(3):
    np.save("arrays_e.npy", np.full(2, float(i)))
    part = np.load("arrays_e.npy")
    assert part.ndim == 1 and part.dtype == np.float64
    total += part.sum()
print(total)
for name in ["arrays_a.npy", "arrays_b.npz", "arrays_c.npz", "arrays_d.bin", "arrays_e.npy"]:
    os.remove(name)
