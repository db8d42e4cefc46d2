# isinstance with an Optional type.
from typing import Any, List, Optional

import torch


@torch.jit.script
def kinds(x: Any):
    return (torch.jit.isinstance(x, Optional[torch.Tensor]), torch.jit.isinstance(x, Optional[int]),
            torch.jit.isinstance(x, Optional[List[int]]))


print(kinds(torch.ones(2)))
print(kinds(1))
print(kinds([1, 2]))
print(kinds("a"))
print(kinds(None))
