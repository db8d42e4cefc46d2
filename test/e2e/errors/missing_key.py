# A key that is not in the dict.
from typing import Dict

import torch


@torch.jit.script
def get(d: Dict[str, int], x: torch.Tensor) -> int:
    return d["k" + str(int(x.item()))]


d = {"k1": 10, "k2": 20}
print(get(d, torch.tensor(2)))
print(get(d, torch.tensor(3)))
