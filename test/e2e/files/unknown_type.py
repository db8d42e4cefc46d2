# The type of a loaded array must be known where it is used.
import numpy as np

x = np.load("no_such_file.npy")
print(x + 1)
