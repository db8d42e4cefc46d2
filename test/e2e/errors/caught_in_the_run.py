# An index that only the run knows may be wrong where a handler would catch it.
# expect: COMPILE ERROR 8 run
import torch
x = torch.tensor([1, 2])
try:
    i = int(x[0])
    y = x[i + 5]
except IndexError:
    print("index")
