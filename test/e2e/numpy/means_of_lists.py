# Means and deviations of lists of floats, as programs that time themselves take them.
import numpy as np
import timeit
runs = timeit.repeat("pass", "pass", number=1, repeat=10, globals=globals())
m, s = np.mean(runs), np.std(runs)
print(m > 0, s >= 0)
xs = [1.5, 2.25, 4.0]
print(np.mean(xs), np.std(xs))
means = []
stds = []
for i in [1, 3, 5]:
    ys = [x * i for x in xs]
    means.append(np.mean(ys))
    stds.append(np.std(ys))
print(means[0], f"{means[1]:.3f}", means[2] / means[0] - 1, stds[2])
print(np.arange(len(means)))
print("%.2f/%.2f" % (means[0], stds[1]))
print(max(means), min(stds), means.index(max(means)))
print(float(means[1]))
print("%d %5.1e" % (means[1], stds[0]))
