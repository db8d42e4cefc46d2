# expect: COMPILE ERROR 4 hiden_size
import torch.nn as nn

layer = nn.LSTM(4, hiden_size=3)
print(layer)
