# An arm that no call takes is compiled, too.
# expect: COMPILE ERROR 9 str
import torch


@torch.jit.script
def f(n: int):
    if n > 1:
        n = "many"
    return n


print(f(0))
