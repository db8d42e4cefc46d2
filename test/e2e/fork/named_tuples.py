# Futures in named tuples that are kept in lists.
import torch
import torch.nn as nn
from typing import Any, Dict, List, NamedTuple, Optional, Tuple, Union
from torch import Tensor
from torch.jit import Future

torch.manual_seed(0)


class Job(NamedTuple):
    name: str
    fut: Future[Tensor]
    weight: float
def square(x: Tensor) -> Tensor:
    return x ** 2
def make(n: int) -> List[Job]:
    jobs: List[Job] = []
    for i in range(n):
        jobs.append(Job("job" + str(i), torch.jit.fork(square, torch.full((2,), float(i))), 1.0 / (i + 1)))
    return jobs
def main():
    acc = torch.zeros(2)
    for j in make(4):
        r = torch.jit.wait(j.fut)
        print(j.name, j.weight, r)
        acc = acc + r * j.weight
    print(acc)

if __name__ == "__main__":
    torch.manual_seed(0)
    torch.jit.script(main)()
