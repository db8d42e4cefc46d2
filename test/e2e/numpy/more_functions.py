# Functions and methods that programs use beside arithmetic.
import math

import numpy as np
import torch

a = np.arange(12).reshape(3, 4)
f = np.array([[1.5, -2.5, 3.25], [0.5, 2.0, -1.0]])
print(a % 5, 7 % np.array([2, 3]), f % 2, a // 5, f // 0.75, 9 // np.array([2, 4]))
print(2 ** np.array([1, 2, 3]), np.array([1, 2]) ^ np.array([3, 3]))
print(a[::-1], a[:, ::-1], a[::-1, ::2], a[2:0:-1], a[-1:-4:-2, 1], a[1, 3:0:-1], a[..., ::-1][0], a[None, ::-1].shape)
n = len(torch.nonzero(torch.ones(3)))
b = torch.arange(n * 2).numpy()
print(b[::-1], b[n:0:-1], b[::-2], b[-1::-1], b[n::-1])
for x in b[::-1]:
    print(x * 0.5, end=" ")
print()
print(np.ceil(f), np.floor(f), np.trunc(f), np.rint(f), np.round(f, 1), np.round(f), np.sign(f), f.round(1))
print(np.ceil(a).dtype, np.ceil(2.5), np.floor(-0.5), np.ceil(-0.5), np.floor(3), np.trunc(-2.5), np.ceil(math.inf), [p.shape for p in torch.zeros(5, 2).chunk(int(np.ceil(5 / 2)))], np.round(2.567, 2))
print(np.isnan(np.array([1.0, np.nan])), np.isinf(np.array([np.inf])), np.isfinite(f).all(), np.nan_to_num(np.array([np.nan, 1.0])))
print(np.hstack([a, a]).shape, np.vstack([a, a]).shape, np.column_stack([[1, 2], [3, 4]]), np.tile([1, 2], 3), np.tile(np.array([[1, 2]]), (2, 2)))
print(np.repeat([1, 2], 2), a.repeat(2, axis=1).shape, np.flip(a, 1), np.flip([1, 2, 3]), np.roll([1, 2, 3], 1), np.roll(a, 1, axis=0))
print([p.tolist() for p in np.split(np.arange(6), 3)], [p.tolist() for p in np.array_split(np.arange(7), 3)], [p.tolist() for p in np.split(np.arange(6), [2, 3])])
x, y = np.meshgrid(np.arange(2), np.arange(3))
print(x, y, np.full_like(f, 7.0), np.empty((2, 0)).shape, np.zeros_like(a).sum(), np.identity(2), np.diag([1, 2]), np.diag(a))
print(np.cumsum(a), a.cumsum(axis=1), np.cumprod([1, 2, 3]), np.diff([1, 4, 9]), np.prod(f), f.prod(axis=0))
c = np.array([3, 1, 2])
print(np.sort(c), np.argsort(c), c.argsort(), np.unique([3, 1, 3]), np.median(f), np.median([1, 2, 3]), np.count_nonzero(a))
c.sort()
c.fill(4)
print(c, np.all(a >= 0), np.any(a > 11, axis=0), a.all(axis=1), np.isclose(1.0, 1.0 + 1e-9), np.allclose(f, f + 1e-10), np.allclose([1.0], [2.0]))
print(np.logical_and([True, False], [True, True]), np.logical_or([0, 1], [0, 0]), np.logical_not([0, 2]), np.mod(7, 4), np.floor_divide(7, 4))
print([round(v, 6) for v in np.tan(f).reshape(-1).tolist()], [round(v, 6) for v in np.arctan2([1.0, -1.0], [2.0, -3.0]).tolist()])
print([round(v, 6) for v in np.concatenate([np.arcsin([0.5]), np.arccos([0.5]), np.arctan([1.0]), np.sinh([1.0]), np.cosh([1.0]), np.log1p([0.5]), np.expm1([0.5]), np.exp2([3.0]), np.deg2rad([180.0]), np.degrees([np.pi])]).tolist()])
print(np.reshape(a, (4, 3)).shape, np.ravel(a).shape, np.squeeze(a[None]).shape, np.swapaxes(a, 0, 1).shape, np.moveaxis(a[None], 0, 2).shape, a.swapaxes(0, 1).shape, a.clip(2, 5))
print(round(float(np.linalg.norm(f)), 6), np.linalg.norm([[3.0, 4.0]], axis=1), round(float(np.linalg.det(np.array([[1.0, 2.0], [3.0, 4.0]]))), 6))
print(np.linalg.solve(np.array([[2.0, 0.0], [0.0, 4.0]]), np.array([2.0, 4.0])), np.linalg.inv(np.array([[2.0, 0.0], [0.0, 4.0]])))
print("%.3f %s" % (np.array([1.5, 2.0])[0], "of"), "%.1f" % np.array([1.5])[0], np.arange(7)[5:1:-2] % 3)
