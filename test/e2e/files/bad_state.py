# A file that does not fit the module: PyTorch's message.
import os

import torch
from torch import nn

torch.save({"weight": torch.zeros(2, 4), "extra": torch.zeros(1)}, "bad_state_a.pt")
small = nn.Linear(3, 2)
found = small.load_state_dict({"weight": torch.zeros(2, 3)}, strict=False)
print(found)
state = torch.load("bad_state_a.pt")
os.remove("bad_state_a.pt")
small.load_state_dict(state)
