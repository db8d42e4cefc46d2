# What functions of NumPy give for tensors, and operators of arrays and tensors.
import numpy as np
import torch

t = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
i = torch.tensor([1, 2, 3])
a = np.array([1.0, 2.0])
for f in (np.abs, np.sqrt, np.exp, np.log, np.sin, np.floor, np.rint, np.square, np.negative, np.sign, np.isnan, np.cumsum, np.argmax, np.argsort, np.round):
    print(f(t), f(t).dtype)
for f in (np.abs, np.sqrt, np.floor, np.cumprod, np.argmin, np.sign, np.squeeze, np.transpose):
    print(f(i))
print(np.add(t, t), np.multiply(t, 2), np.maximum(t, 2.5), np.greater(t, 2), np.clip(t, 1.5, 3), np.matmul(t, t), np.power(t, 2), np.reshape(t, (4,)))
for f in (np.array, np.asarray, np.zeros_like, np.sort, np.unique, np.ravel, np.median, np.float64, np.linalg.norm, np.average, np.count_nonzero):
    print(repr(f(t)))
print(repr(np.concatenate([t, t])), repr(np.stack([i, i])), repr(np.vstack([t, a])), repr(np.dot(t, a)), np.allclose(t, t), np.linalg.inv(t))
b = t[0]
print(b + a, b * a, b - a, a / b, b / a, b == a, a == b, b @ a, a[0] * b, b * a[1])
t[:, 0] = torch.from_numpy(np.cos(np.zeros(2, dtype=np.float32)))
t[:, 0::2] = np.sin(t[:, 0::2])
print(t, torch.tensor(a) + b, torch.as_tensor([a, a]), torch.tensor(np.array([[1, 2]])), torch.Tensor(a), torch.stack([torch.from_numpy(a), torch.as_tensor(a)]))
print(np.mean([torch.tensor(1.0), torch.tensor(2.0)]), np.array([torch.tensor(1.0), torch.tensor(2.0)]), np.array(t.shape), np.array(t.tolist()))
w = torch.ones(2, requires_grad=True)
print(np.exp(w.detach()), w.detach().numpy() * 2, float(np.sum(w.detach().numpy())))
m = np.array([True, False])
print(b[m], b[np.array([1, 0])], t[np.array([0, 1]), np.array([1, 0])], b[torch.from_numpy(m)], i.numpy()[1:], i.numpy().astype(float))
