# Comprehensions over nothing have the type that their element would have.
import torch
from typing import List
@torch.jit.script
def main(n: int) -> int:
    l = [i for i in range(0)]
    l.append(n)
    m = [float(i) * 2 for i in range(0)]
    k = [torch.ones(2) for i in range(0)]
    print(l, m, k, len(k))
    e = [[j for j in range(i)] for i in range(n)]
    print(e)
    z = n - 3
    while z < n:
        z += 1
        q = [z * i for i in range(z)]
        print(q, sum(q))
    return len(l)
print(main(3))
from torch import Tensor
from typing import List, Tuple
from torch.jit import Future
def body(x: Tensor, n: int) -> Tuple[Tensor, int, List[int]]:
    l = [i for i in range(n)]
    for i in range(n):
        if i == 3:
            break
        x = x + l[i]
    return x, len(l), l
@torch.jit.script
def forks(x: Tensor, k: Tensor) -> int:
    fs: List[Future[Tuple[Tensor, int, List[int]]]] = []
    i = 0
    while i < int(k):
        if i % 3 == 1:
            i += 1
            continue
        fs.append(torch.jit.fork(body, x, i))
        if len(fs) > 4:
            break
        i += 1
    tot = 0
    for f in fs:
        t, n, l = torch.jit.wait(f)
        l.append(100)
        print(t, n, l)
        tot += n
    return tot
print(forks(torch.zeros(2), torch.tensor(9)))
print(forks(torch.zeros(2), torch.tensor(3)))
print(forks(torch.zeros(2), torch.tensor(0)))
# Names of loops that do not run, which later loops set again.
def eager(n):
    a = [float(i) for i in range(n)]
    b = [i * 2 for i in range(n)]
    for i in range(n):
        print(i)
    for i in range(n):
        c = i
        print(i, c)
    return a, b
n = int(torch.zeros(1))
print(eager(n))
print(eager(n + 2))
