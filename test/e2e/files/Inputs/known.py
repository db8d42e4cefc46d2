# The file is there when this is compiled.
import numpy as np

x = np.load("known.npy")
print((x + 1).tolist(), x.dtype)
