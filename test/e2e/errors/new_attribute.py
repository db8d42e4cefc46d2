# expect: COMPILE ERROR 14 total
import torch


@torch.jit.script
class Counter:
    def __init__(self, start: int):
        self.count = start


@torch.jit.script
def f(n: int) -> int:
    counter = Counter(n)
    counter.total = 2
    return counter.count


print(f(1))
