# expect: COMPILE ERROR 11 path
# Which of two tensors a branch has chosen, only the run knows.
import torch

a = torch.ones(2)
b = torch.zeros(2)
a.tag = 1
x = b
if a.sum() > 1:
    x = a
print(hasattr(x, "tag"))
