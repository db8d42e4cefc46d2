# Arrays of NumPy as tensors of the same memory.
import numpy as np
import torch
a = np.array([[1, 2], [3, 4]])
t = torch.from_numpy(a)
print(t, t.dtype, a.shape, a.ndim, a.size, a.tolist())
a[0, 0] = 9
t[1, 1] = 7
print(t, a.tolist(), a[0].tolist(), a[0, 1].item(), (a * 2.5).tolist(), (a / 2).sum().item())
print(torch.FloatTensor([np.eye(3)[[0, 2]], np.eye(3)[[1, 1]]]), torch.tensor(np.zeros(2)), torch.LongTensor(np.array([1, 2])))
torch.manual_seed(0)
x = torch.rand(3, 4).argmax(1).numpy()
names = ["a", "b", "c", "d"]
print("".join([names[c] for c in x]), [names[i] for i in x.squeeze()])
print(np.sqrt(16), np.exp(0.0), np.pi)
p = np.array([0.1, 0.7, 0.2])
print((-np.log(p)).sum().item(), np.sum(p).item(), np.max(p).item(), np.argmax(p).item(), np.mean(np.array([1, 2])).item())
q = np.arange(6).reshape(2, 3)
print(torch.from_numpy(q.T.copy()), np.dot(q, q.T).tolist(), q.mean(axis=0).tolist(), (q > 2).tolist(), (2 - q).tolist(), (q ** 2).tolist())
w = torch.ones(2, requires_grad=True)
print(w.detach().numpy().tolist(), float(p[0]), int(q[1, 2]), bool(q[0, 1]), np.finfo(np.float32).eps.item())
f = np.array([[3.3], [4.4]], dtype=np.float32)
print(torch.from_numpy(f), f.dtype == np.float32, isinstance(f, np.ndarray), len(f), [r.item() for r in f[:, 0]])
np.random.seed(0)
print(np.linspace(0, 1, 3).tolist(), np.concatenate([p, p]).shape, np.where(p > 0.15, p, 0.0).tolist(), np.stack([p, p], 1).shape, np.clip(p, 0.15, 0.5).tolist())
mask = np.triu(np.ones((1, 3, 3)), k=1).astype("uint8")
print(torch.from_numpy(mask) == 0, q.astype(np.float64).std().item(), np.array_equal(p, p), np.array([1.5, 2]).dtype == np.float64)
z = w.sum()
try:
    w.numpy()
except RuntimeError as error:
    print(error)
print(np.power(10000, 0.5), np.power(2.0, 3), np.power(q, 2).tolist(), [i.tolist() for i in np.where(q > 3)], np.array([1, 2], copy=True).tolist())
import math
print(math.sqrt(np.prod([4, 4])))


def angle(position, j):
    return position / np.power(10000, 2 * (j // 2) / 8)


table = np.array([[angle(i, j) for j in range(4)] for i in range(3)])
table[:, 0::2] = np.sin(table[:, 0::2])
print(f"{np.sum(table):.6f} {table[2, 1]:.4f}", table.shape)
print(np.add(q, 1).tolist(), np.subtract([1, 2], 1).tolist(), np.multiply([1.5, 2.5], [2, 4]).tolist(), np.divide([1, 2], 4).tolist(), np.negative(q).tolist())
t = torch.ones(3)
n = t.numpy()
print(np.add(n, 1, out=n) is n, t, n)
