# Variables that an inner loop defines and an outer one uses; results that are
# made in loops.
import torch

t = torch.ones(3)
n = int(torch.tensor(2))
for i in range(3):
    for j in range(n):
        v = t * 2
        pair = (v + j, {"sum": v.sum()})
    if n > 1:
        t = t + v + pair[0]
print(t, v, pair)


def first(x, limit: float):
    z = x
    for i in range(n + 5):
        y = x * (i + 1)
        if y.sum() > limit:
            return y, i
        z = y
    return z - 1, -1


print(first(torch.ones(2), 7.0), first(torch.ones(2), 100.0))

parts = [torch.ones(2, 2), torch.zeros(3, 2)]
for i in range(2):
    for part in parts:
        t = t + part.sum()
    parts.pop()
    if n > 5:
        break
print(t, part)
print(torch.tensor(2.0, requires_grad=True).softmax(-1), torch.tensor(2.0).log_softmax(0))
