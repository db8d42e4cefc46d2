# expect: COMPILE ERROR 4 Linaer
import torch.nn as nn

layer = nn.Linaer(2, 3)
print(layer)
