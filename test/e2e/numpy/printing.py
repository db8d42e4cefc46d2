# Arrays as NumPy writes them.
import numpy as np
import torch

print(np.array([1.0, 2.5, -3.25]))
print(np.array([[1, -20], [300, 4]]))
print(np.array([1e-5, 1.0]), np.array([123456789.0, 0.5]), np.array([0.1, 100.0]))
print(np.array([1 / 3, 2 / 3]), np.array([0.1]) + np.array([0.2]))
print(np.array([True, False]), np.array([float("nan"), float("inf"), -float("inf")]))
print(np.array([1.0, float("nan"), -float("inf")]), np.array([1e10, float("nan")]), np.array([-0.0, 0.0]))
print(np.zeros((2, 3)), np.zeros((2, 0)), np.zeros(0))
print(np.arange(30), np.arange(30.0) / 7)
print(np.arange(12.0).reshape(2, 2, 3))
print(np.arange(2000), np.arange(4000).reshape(40, 100))
print(np.arange(12000).reshape(20, 30, 20) * 0.5)
print(repr(np.array([1.5, 2.0])), repr(np.arange(3)), repr(np.zeros((2, 2))), [np.ones(2)])
print(repr(np.array([1.5, 2.0], dtype=np.float32)), repr(np.arange(24.0, dtype=np.float32) / 3))
print(repr(np.arange(1500)))
print(torch.rand(3).numpy().dtype, np.arange(3).dtype, np.arange(3).dtype == np.int64, repr(np.zeros(2).dtype))
print(torch.arange(6, dtype=torch.float32).reshape(2, 3).numpy() / 3)
print((torch.tensor([1e6, 1.0]).numpy(), torch.tensor([0.0001, 0.05]).numpy(), torch.tensor([16777216.0, 1e7]).numpy()))
print(np.mean([0.1, 0.2, 0.4]), np.float32(0.1) if False else torch.tensor([0.1]).numpy()[0], np.sum(np.arange(3)))
print(np.array([5e-324, 1e-323]), torch.tensor([1e-45, 3.4e38]).numpy())
print(f"{np.array([0.5, 0.25])} {np.array([0.5])!r}", str(np.arange(2)))
