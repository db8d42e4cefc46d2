# A dict whose keys depend on data, and whose values have no common type, is an
# error where it is used afterwards, not where it is made.
# expect: COMPILE ERROR 13 dict
import torch

torch.manual_seed(0)
x = torch.randn(3)
state = {}
if x.sum().item() > 10.0:
    state["step"] = 1
    state["mean"] = x * 2
print("made")
print(len(state))
