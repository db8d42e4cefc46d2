# An array and weights by names that only the run knows.
import os

import numpy as np
import torch
from torch import nn

x = np.load(os.environ["DATA"])
assert x.ndim == 2 and x.dtype == np.float32
net = nn.Linear(2, 3)
net.weight.data.zero_()
state = torch.load(os.environ["WEIGHTS"])
print(tuple(x.shape), x.sum(), state["weight"].float().reshape(-1))
np.save(os.environ["OUT"], x)
