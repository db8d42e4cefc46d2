# Numbers of NumPy with each other and with Python's: the dtype, the value, and what is no error.
import warnings

import numpy as np

warnings.simplefilter("ignore")
ours = [np.bool_(True), np.uint8(7), np.int8(-3), np.int16(5), np.int32(9), np.int64(-4), np.float32(0.75), np.float64(2.5)]
for a in ours:
    print([(a + b).dtype.name for b in ours], [(a * b) for b in ours])
for a in ours:
    print([(a / b) for b in ours], [a == b for b in ours], [a < b for b in ours])
for a in ours[1:]:
    print([a + 2, 2 - a, a * True, a + 0.5, 0.5 * a, a ** 2, a // 2, a % 2, -a, abs(a), a > 1, a == 2.5])
for a in ours[1:6]:
    print([a // 0, a % 0, a / 0, a & 3, a | 1, a ^ 6, a << 1, a >> 1, ~a, divmod(a, 2)])
print([np.uint8(200) + 100, np.uint8(200) + np.uint8(100), np.int8(100) + np.int8(100), -np.int8(-128), np.int16(300) * np.int16(300)])
print([np.float32(0.1) + 0.2, np.float32(0.1) == 0.1, np.float64(0.1) == np.float32(0.1), np.float32(1) / 3, np.float32(7) // 2, np.float32(-7) % 3])
print([np.float64(1) / 0, np.float64(-1) / 0, np.float64(0) / 0, np.float64(7) // 0, np.float64(7) % 0, np.float64(2) ** -1, np.float64(0) ** -1])
print([True + np.bool_(True), np.bool_(True) + 1, np.bool_(True) * 2.5, ~np.bool_(True), np.bool_(True) & False, np.bool_(False) or 3, not np.int64(0)])
print(np.int64(2) ** np.int64(10), np.int64(2) ** 3, 2 ** np.int64(5), np.float32(2) ** 0.5, pow(np.int64(3), 2))
print([np.float32(3), np.int64(2.7), np.float64("1.5"), np.int32(True), np.bool_(2), np.uint8(5), np.float64(np.int8(4)), np.int64()])
print([round(np.float64(2.567), 2), round(np.float32(1.26), 1), round(np.float64(2.5)), round(np.int64(3)), int(np.float64(3.9)), float(np.float32(0.1))])
for a in ours:
    print(a, f"{a}", str(a), type(a), type(a).__name__, a.dtype, a.item(), isinstance(a, np.integer), isinstance(a, np.floating), isinstance(a, np.generic))
print([isinstance(x, float) for x in ours], [isinstance(x, int) for x in ours], [isinstance(x, (int, np.integer)) for x in ours])
try:
    np.int64(2) ** -1
except ValueError as error:
    print(error)
try:
    np.bool_(True) - np.bool_(True)
except TypeError as error:
    print(error)
