# What load_state_dict says about keys and sizes.
import torch

torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.Tanh(), torch.nn.Linear(3, 1))
print("before")
state = dict(model.state_dict())
del state["0.weight"]
state["2.weight"] = torch.zeros(4)
state["more"] = torch.zeros(1)
state["0.more"] = torch.zeros(1)
state["another"] = torch.zeros(1)
model.load_state_dict(state)
