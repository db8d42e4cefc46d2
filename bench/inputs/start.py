# What a small program needs from its start to its exit.
import torch


def foo(a, b: int):
    return a + b


def bar(a):
    future: torch.jit.Future[torch.Tensor] = torch.jit.fork(foo, a, b=2)
    return torch.jit.wait(future)


print(torch.jit.script(bar)(torch.zeros(2)))
