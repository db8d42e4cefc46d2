# numpy.random: the older generator, number by number.
import numpy as np
import torch

np.random.seed(0)
print(np.random.rand(), np.random.randn(), np.random.randint(10))
print(np.random.rand(2, 3))
print(np.random.randn(5))
print(np.random.randint(0, 100, 12), np.random.randint(-5, 5, (2, 4)))
print(np.random.uniform(-1, 1, 3), np.random.uniform(2.0, 3.0))
print(np.random.normal(5.0, 2.0, (2, 2)), np.random.normal())
print(np.random.normal(np.array([0.0, 100.0]), 0.1))
print(np.random.permutation(10), np.random.permutation(np.array([1.5, 2.5, 3.5])))
x = np.arange(12).reshape(6, 2)
np.random.shuffle(x)
print(x)
words = ["a", "b", "c", "d"]
np.random.shuffle(words)
print(words, np.random.choice(words), np.random.choice(5))
print(np.random.choice(10, 4, replace=False), np.random.choice(np.array([2.0, 4.0, 8.0]), 5))
print(np.random.choice(range(100), 6, replace=False))
print(np.random.choice(3, 12, p=[0.1, 0.2, 0.7]), np.random.choice(3, p=np.array([0.5, 0.25, 0.25])))
print(np.random.exponential(2.0, 3), np.random.random_sample(2), np.random.random((1, 2)))
print(np.random.lognormal(0.0, 0.5, 2), np.random.standard_normal())
print(np.random.randint(0, 2**40, 3), np.random.randint(7, 8))

own = np.random.RandomState(42)
other = np.random.RandomState(42)
print(own.rand(3), other.randn(3), own.randint(1000), other.permutation(4))
np.random.seed(123)
data = torch.from_numpy(np.random.randn(4, 3).astype(np.float32))
print(data)
total = 0.0
for i in range(1000):
    total += np.random.rand()
print(total)
n = np.random.randint(3, 6)
print(np.random.rand(n).shape, np.random.rand(n, 2).sum())
try:
    np.random.seed(-1)
except ValueError as e:
    print(e)
