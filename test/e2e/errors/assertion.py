# A failing assertion ends the program.
import torch


@torch.jit.script
def check(x: torch.Tensor) -> float:
    assert bool((x > 0).all()), "not positive"
    return float(x.log().sum().item())


print(check(torch.ones(2)))
print(check(torch.tensor([1.0, -1.0])))
