# expect: COMPILE ERROR 9 several
# An array that a path chose is a copy of one of several; a write would have to reach that one.
import numpy as np
import torch

a, b = np.array([1.0, 2.0]), np.array([4.0, 5.0])
c = a if torch.ones(1).item() > 0 else b
print(c)
c += 1
