# expect: COMPILE ERROR 7 known
# Only the run has the text.
import timeit
import torch

x = torch.ones(3)
timeit.timeit(f"{x.sum().item()} + 1", number=1)
