# A dict that gets what exists at compile time only on one path is an error
# where it is used afterwards, not where it is made.
# expect: COMPILE ERROR 17 dict
import torch


class Box:
    def __init__(self, value):
        self.value = value


torch.manual_seed(0)
x = torch.randn(3)
state = {}
if x.sum().item() > 10.0:
    state["box"] = Box(x * 2)
print(len(state))
