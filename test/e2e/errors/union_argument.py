# expect: COMPILE ERROR 11 Union
# TorchScript checks what is passed to a Union.
import torch
from typing import Union

@torch.jit.script
def f(x: Union[float, int]) -> str:
    return "ok"


print(f("text"))
