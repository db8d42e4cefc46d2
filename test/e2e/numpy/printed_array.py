# expect: COMPILE ERROR 5 printed
import numpy as np

a = np.zeros(2)
print(a)
