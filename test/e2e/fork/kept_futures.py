# Futures of tasks that change what their caller has, kept in lists of run time.
from typing import List

import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.calls = 0
        self.register_buffer("total", torch.zeros(2))

    def count(self, x: torch.Tensor, i: int):
        self.calls += i
        return x * i

    def add(self, x: torch.Tensor):
        self.total += 2.0
        return x + 1

    def forward(self, x: torch.Tensor, n: int):
        futures: List[torch.jit.Future[torch.Tensor]] = []
        for i in range(n):
            futures.append(torch.jit.fork(self.count, x, i))
            futures.append(torch.jit.fork(self.add, x))
            futures.append(torch.jit.fork(torch.neg, x))
        y = torch.zeros(2)
        for future in futures:
            y = y + torch.jit.wait(future)
        return y, len(futures)


net = torch.jit.script(Net())
x = torch.tensor([1.0, 2.0])
for n in torch.tensor([3, 0, 2]).tolist():
    print(net(x, n), net.calls, net.total)
