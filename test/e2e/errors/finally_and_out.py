# finally runs before an error that nobody catches ends the program.
import torch
print("start")
try:
    x = torch.tensor([1.0])
    if x.item() > 0:
        raise ValueError("uncaught here")
except KeyError:
    print("no")
finally:
    print("finally")
print("unreached")
