# c_ and r_, lexsort, lstsq, a diagonal and texts that become numbers, of sizes of the run, too.
# arguments: 3 1 2
# arguments: 1.5 -2 1.5 4
import sys

import numpy as np

x = np.array(sys.argv[1:], dtype=np.float64)
n = len(x)
print(x, x.dtype, np.array([word.split(".") for word in ["1.5", "2.5"]], dtype=int), np.asarray(sys.argv[1:], dtype=np.float32))
print(np.c_[x, np.arange(n)], np.c_[np.ones(n), x, x ** 2].shape)
print(np.r_[0, x, [7, 8]], np.r_[x, x].shape)
print(np.lexsort((np.arange(n), x)), np.lexsort((x, x > 1)), np.lexsort([[1, 2, 1], [3, 3, 1]]))
design = np.c_[np.ones(n), np.arange(n)]
solution, residuals, rank, values = np.linalg.lstsq(design, x, rcond=None)
print(np.round(solution, 6), np.round(residuals, 6), int(rank), np.round(values, 6))
print(np.round(np.linalg.lstsq(np.ones((4, 2)), np.arange(4.0), rcond=None)[0], 6))
square = np.full((n, n), np.inf)
np.fill_diagonal(square, 0)
print(square)
wide = np.zeros((2, 3), dtype=int)
np.fill_diagonal(wide, 5)
print(wide)
for bad in (["1", "x"], ["2", ""]):
    try:
        print(np.array([float(b) for b in bad]))
    except ValueError as error:
        print(error)
