import time

import torch

a = torch.randn(64, 64)


@torch.jit.script
def task(x):
    for i in range(7):
        y = torch.mm(x, x)
    return x


start = time.time()
for _ in range(10):
    c = torch.mm(a, a)
middle = time.time()
for _ in range(11):
    d = torch.sigmoid(a + 1)
    e = a.prod(1)
    f = torch.zeros(64, 65)
d = torch.sigmoid(a + 1)
d = torch.sigmoid(a + 1)
end = time.time()
torch.jit.wait(torch.jit.fork(task, a))
behind = time.time()
g = torch.mm(a, a)
print(end - middle, behind - start, middle - start)
