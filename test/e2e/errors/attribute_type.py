# expect: COMPILE ERROR 14 count
import torch


@torch.jit.script
class Counter:
    def __init__(self, start: int):
        self.count = start


@torch.jit.script
def f(n: int) -> int:
    counter = Counter(n)
    counter.count = "many"
    return n


print(f(1))
