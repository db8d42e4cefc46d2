# tolerance: 1e-6
# Variables that have tensors of another rank or dtype on each path.
import torch
import torch.nn.functional as F
torch.manual_seed(0)
x = torch.arange(6.).reshape(2, 3)
for c in range(2):
    y = x.clone()
    if x[0, c] > 0:
        y = y.sum(0)
    print(y, y.shape[-1], y.ndim)
    z = y * 2 + x
    print(z.sum(), y.max(), len(y))
    print(torch.stack([y, y]).mean(), F.relu(y - 1), y[0])
    y += 1
    y[0] = 7
    print(y, y.dtype)
    for row in y:
        print(row)
    w = torch.ones(3, requires_grad=True)
    lin = torch.nn.Linear(3, 2)
    loss = (lin(y * w) ** 2).sum()
    loss.backward()
    print(w.grad, f"{loss:.4f}", lin.weight.grad)
    t = x[0]
    if x[0, c] > 0:
        t = t.long()
    print(t, t.dtype if False else "", (t + 1), t / 2, t.float().mean())
    if c == 1:
        print(torch.is_tensor(t), isinstance(t, torch.Tensor))
def pick(x, flag):
    if flag > 0:
        return x
    return x.reshape(-1)
print(pick(x, float(x[0, 1])).sum(0), pick(x, float(x[0, 0])).sum(0))
h = x
for i in range(int(x[0, 2])):
    h = h.sum(-1)
    h = h * 2
    h = h.reshape(1, -1).sum(0) if i > 5 else h.reshape(-1)
print(h)
u = x[0, 0]
for i in range(int(x[0, 2])):
    u = x[0] * i
print(u)
