# Of loads a handler may be for a missing file alone.
# expect: COMPILE ERROR 11 run
import numpy as np

try:
    x = np.load("nothing.npy").astype(np.float32)
except FileNotFoundError:
    x = np.zeros(3, np.float32)
try:
    y = np.load("nothing.npy").astype(np.float32)
except OSError:
    print(x.ndim)
