# The columns of a text, and of a file that the program has written.
import sys

import numpy as np

table = np.loadtxt(sys.argv[1], delimiter=",", skiprows=1)
print(table.shape, table.mean(axis=0))
narrow = np.genfromtxt(sys.argv[1], delimiter=",", skip_header=1, usecols=(0, 1))
print(narrow.shape, float(narrow[:, 0].sum() + narrow[0].min()))
