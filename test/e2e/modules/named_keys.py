# What load_state_dict returns is a named tuple.
import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 2), nn.ReLU(), nn.Linear(2, 1))
state = net.state_dict()
del state["2.bias"]
state["extra"] = torch.zeros(1)
missing, unexpected = net.load_state_dict(state, strict=False)
print(missing, unexpected)
result = net.load_state_dict(state, strict=False)
print(result.missing_keys, result[1], len(result), result)
print(net.load_state_dict(net.state_dict()))
