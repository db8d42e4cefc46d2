# expect: COMPILE ERROR 8 gradient
import torch

n = int(torch.tensor(2).item())
d = {i: torch.full((2,), float(i), requires_grad=True) for i in range(n)}
total = sum(v.sum() for v in d.values())
total.backward()
print(d[1].grad)
