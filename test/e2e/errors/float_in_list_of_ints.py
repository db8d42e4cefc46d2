# expect: COMPILE ERROR 8 float
import torch
from typing import List


@torch.jit.script
def f(numbers: List[int]) -> List[int]:
    numbers.append(1.5)
    return numbers


print(f([1]))
