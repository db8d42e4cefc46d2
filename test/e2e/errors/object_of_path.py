# expect: COMPILE ERROR 9 object
# No NameError at run time: all paths set it.
import torch.nn as nn

for i in range(4):
    model = nn.Linear(2, 2)
    if model.weight.sum().item() > 100.0:
        break
print(model.weight.shape)
