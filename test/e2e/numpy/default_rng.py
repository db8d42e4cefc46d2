# numpy.random.default_rng draws NumPy's numbers.
import numpy as np

rng = np.random.default_rng(42)
print(rng.random(), rng.random(3), rng.integers(10), rng.integers(0, 10, 5), rng.integers(1, 6, size=(2, 2), endpoint=True), rng.integers(0, 1 << 40))
print(rng.standard_normal(4), rng.normal(1.0, 2.0), rng.normal(size=(2, 2)), rng.uniform(-1, 1, 3))
print(rng.choice(5), rng.choice([3, 5, 7], 4), rng.choice(10, 4, replace=False), rng.choice(3, 3, p=[0.1, 0.2, 0.7]))
z = np.random.default_rng(7).standard_normal(2000)
print(z.mean(), z.std(), np.abs(z).max())
rng = np.random.default_rng(42)
x = np.arange(6)
rng.shuffle(x)
words = [3, 1, 4, 1, 5]
rng.shuffle(words)
print(x, words, rng.permutation(10), rng.permutation([1, 2, 3]), rng.permutation(np.arange(6).reshape(3, 2)), rng.random())
