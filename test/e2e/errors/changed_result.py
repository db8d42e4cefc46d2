# expect: COMPILE ERROR 16 copy
# What a task returned is changed although it is awaited again.
import torch
from typing import Dict
from torch import Tensor


def stats(x: Tensor) -> Dict[str, Tensor]:
    return {"mean": x.mean(), "twice": x * 2}


def main():
    future = torch.jit.fork(stats, torch.ones(3))
    print(len(torch.jit.wait(future)))
    result = torch.jit.wait(future)
    result["more"] = torch.ones(1)
    print(len(torch.jit.wait(future)))


if __name__ == "__main__":
    torch.jit.script(main)()
