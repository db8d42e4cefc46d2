# The answer of __bool__ must be a bool.
# expect: COMPILE ERROR 20 __bool__
import torch


@torch.jit.script
class Pair:
    def __init__(self) -> None:
        pass

    def __bool__(self):
        return (1, 2)


@torch.jit.script
def choose():
    # PyTorch finds it when it compiles the function.
    pair = Pair()
    print("before")
    if pair:
        print(1)


choose()
