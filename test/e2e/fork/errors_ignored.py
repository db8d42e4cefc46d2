# A failing task that nobody waits for does no harm.
import torch


def fails(n: int) -> int:
    if n > 0:
        raise ValueError("never seen")
    return n


def fails_within(n: int) -> int:
    f = torch.jit.fork(fails, n)
    return n + 1


@torch.jit.script
def run(n: int) -> int:
    f = torch.jit.fork(fails, n)
    g = torch.jit.fork(fails_within, n)
    h = torch.jit.fork(fails, -n)
    return torch.jit.wait(g) + torch.jit.wait(h)


print(run(3))
