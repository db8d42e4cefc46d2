# What is imported and not supported is diagnosed where it is used.
# expect: COMPILE ERROR 8 numpy
import numpy as np
import torch
from torch.nn.utils.rnn import pack_padded_sequence

print(torch.ones(2))
print(np.zeros(3))
