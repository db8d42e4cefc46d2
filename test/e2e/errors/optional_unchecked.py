# expect: COMPILE ERROR 8 Optional
from typing import Optional

import torch

@torch.jit.script
def f(x: Optional[int]) -> int:
    return x + 1

print(f(torch.ones(1).numel()))
