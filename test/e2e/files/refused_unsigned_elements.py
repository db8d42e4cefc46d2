# expect: COMPILE ERROR 4 u4
import numpy as np

print(np.frombuffer(b"abcd", dtype=">u4"))
