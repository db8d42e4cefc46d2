# expect: COMPILE ERROR 13 @torch.jit.script
import torch
from dataclasses import dataclass


@dataclass
class Config:
    rate: int = 3


@torch.jit.script
def f(x: torch.Tensor) -> torch.Tensor:
    return x * Config(2).rate


print(f(torch.ones(2)))
