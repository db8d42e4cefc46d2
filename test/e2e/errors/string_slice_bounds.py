# expect: COMPILE ERROR 7 string's
import torch


@torch.jit.script
def cut(s: str) -> str:
    return s[s:]


print(cut("ab"))
