# Of two failing tasks the one that is awaited first ends the program.
import torch


def fails(n: int) -> int:
    assert n < 2, "number {}".format(n)
    return n


@torch.jit.script
def run(n: int) -> int:
    futures = [torch.jit.fork(fails, i) for i in range(n)]
    s = 0
    for f in futures:
        s += torch.jit.wait(f)
        print(s)
    return s


print(run(2))
print(run(4))
