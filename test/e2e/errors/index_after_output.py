# An index that is out of range is raised where the program gets to it.
from typing import List

import torch


@torch.jit.script
def pick(values: List[int], i: int) -> int:
    print("before")
    return values[i]


print(pick([1, 2], 1))
print(pick([1, 2], 5))
