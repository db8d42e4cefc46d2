from typing import List

import torch


@torch.jit.script
def part(x, k: int):
    for _ in range(3):
        x = (x * 0.9 + k).relu()
    return x


@torch.jit.script
def ensemble(x):
    futures: List[torch.jit.Future[torch.Tensor]] = []
    for k in range(6):
        futures.append(torch.jit.fork(part, x, k))
    total = torch.zeros_like(x)
    for f in futures:
        total = total + torch.jit.wait(f)
    return total


x = torch.arange(8.0).to('cuda:0')
print(ensemble(x).cpu())
# Two devices, with copies in between, and changes in place.
a = torch.ones(300, device='cuda:0')
b = torch.ones(300, device='cuda:1') * 2
for i in range(5):
    a = a + b.to('cuda:0') * 0.5
    b.mul_(1.1).add_(a.to('cuda:1'), alpha=0.1)
    a[i * 10:i * 10 + 10] = float(i)
print(a.sum().item(), b.sum().item(), a[:60:10].cpu())
