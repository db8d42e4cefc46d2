# expect: COMPILE ERROR 6 copy
import numpy as np

a = np.arange(6.0)
b = a[::-1]
b[0] = 10
print(a)
