# TorchScript cuts strings by bytes; Python takes no part of a code point from it.
import torch
from typing import Tuple


@torch.jit.script
def cut(s: str) -> Tuple[str, int]:
    return s[1:], len(s[1:])


print(cut("aé"))
print(cut("éab"[: int(torch.tensor(2))]))
