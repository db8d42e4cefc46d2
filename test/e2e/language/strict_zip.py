# zip(strict=True).
import torch
import torch.nn as nn

a, b = [1, 2, 3], ["x", "y", "z"]
for i, s in zip(a, b, strict=True):
    print(i, s)
print([x + y for x, y in zip([1, 2], (3, 4), strict=True)], list(zip(a, b, strict=False)))
t = torch.tensor([1.0, 2.0, 3.0])
for v, i in zip(t, range(3), strict=True):
    print(v, i)
net, target = nn.Linear(2, 2), nn.Linear(2, 2)
with torch.no_grad():
    for p, q in zip(net.parameters(), target.parameters(), strict=True):
        q.copy_(p)
print(torch.equal(net.weight, target.weight))
n = int(t.sum().item())
xs = [k * 2 for k in range(n)]
print(sum(x * y for x, y in zip(xs, range(n), strict=True)))
