# An exception that is raised at run time ends the program.
import torch


@torch.jit.script
def check(x: torch.Tensor) -> torch.Tensor:
    total = float(x.sum().item())
    if total > 3:
        raise ValueError("the sum {} is too large".format(total))
    return x


print(check(torch.ones(2)))
print(check(torch.ones(5)))
print("not reached")
