# The attribute exists behind the loop if it ran.
# expect: COMPILE ERROR 13 attribute
import torch


class Keeper:
    pass


keeper = Keeper()
for i in range(int(torch.ones(3).sum())):
    keeper.last = i
print(keeper.last)
