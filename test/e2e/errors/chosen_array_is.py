# expect: COMPILE ERROR 8 object
# Which array a path chose, only the run knows.
import numpy as np
import torch

a, b = np.array([1.0, 2.0]), np.array([4.0, 5.0])
c = a if torch.ones(1).item() > 0 else b
print(c is a)
