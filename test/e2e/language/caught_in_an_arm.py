# A handler takes what a text or a number cannot do on one path, in the middle of a statement.
import torch

torch.manual_seed(0)
x = 1 if torch.rand(1) > 0.5 else "one"
print(x)
try:
    print(x + 1)
except TypeError as error:
    print(error)
