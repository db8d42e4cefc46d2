# An error crosses several waits and ends the program at the last one.
import torch


def fails(x: torch.Tensor) -> torch.Tensor:
    if bool(x.sum() > 3):
        raise RuntimeError("too large")
    return x + 1


def middle(x: torch.Tensor) -> torch.Tensor:
    f = torch.jit.fork(fails, x)
    return torch.jit.wait(f) * 2


@torch.jit.script
def outer(x: torch.Tensor) -> torch.Tensor:
    f = torch.jit.fork(middle, x)
    g = torch.jit.fork(middle, x)
    print("waiting")
    return torch.jit.wait(f) + torch.jit.wait(g)


print(outer(torch.ones(2)))
print(outer(torch.ones(4)))
