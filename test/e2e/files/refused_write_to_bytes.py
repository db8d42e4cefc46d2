# expect: COMPILE ERROR 5 frombuffer
import numpy as np

a = np.frombuffer(open("x", "rb").read(), dtype=np.uint8)
a[0] = 1
