# The attribute exists behind the loop if it ran.
import torch


class Keeper:
    pass


keeper = Keeper()
for i in range(int(torch.ones(3).sum())):
    keeper.last = i
print(keeper.last)
for i in range(int(torch.zeros(3).sum())):
    keeper.other = i
print(keeper.last + 1)
print(keeper.other)
