# A square matrix is transposed in place in a loop of the run.
import torch

n = int(torch.tensor(3).item())
q = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
w = q
for i in range(n):
    q.t_()
    q[0, 1] += 10
    print(w)
print(q, w)
q.t_()
print(q, q.sum(0))
for i in range(n):
    if i % 2 == 0:
        q.transpose_(0, 1)
    q *= 2
print(q, w)
e = torch.arange(8).reshape(2, 2, 2)
i = 0
while i < n:
    e.swapaxes_(0, 2)
    i += 1
print(e)


@torch.jit.script
def turned(x, n: int):
    for i in range(n):
        x.t_()
    return x


print(turned(torch.arange(4.0).reshape(2, 2), 3))
