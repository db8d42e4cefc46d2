# Loops over arrays of two dtypes, whose lengths the run decides.
import numpy as np
y = np.array([float(v) for v in input().split()])
for c in y:
    print(c)
for i in np.argsort(y):
    print(i, y[i])
for name, c, i in zip(["bias", "w"], y, np.argsort(-y)):
    print(name, c, i)
print([v for v in y], [int(i) for i in np.argsort(y)])
