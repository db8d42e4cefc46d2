# What torch.save writes is read by its name, with the types that the program itself saves.
import os
from collections import OrderedDict

import torch
from torch import nn

model = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3))
losses = []
for i in range(4):
    losses.append(i * 0.5)
best = 0
for loss in losses:
    best = max(best, loss)
torch.save({"model": model.state_dict(), "epoch": 3, "losses": losses, "best": best, "names": ["a", "b"],
            "size": (2, 3.5), "flag": True, "none": None, "nested": {"lr": 0.1, "layers": [1, 2]},
            "mean": torch.tensor([0.5, 1.5]), "order": OrderedDict([("x", 1), ("y", torch.zeros(2, 2))])}, "checkpoint_a.pt")
state = torch.load("checkpoint_a.pt", map_location="cpu")
print(state["epoch"] + 1, state["losses"], state["best"], state["names"], state["size"], state["flag"], state["none"])
print(state["nested"]["lr"] * 2, state["nested"]["layers"], state["mean"] * 2, state["order"]["y"].shape)
print("epoch" in state, "other" in state, state.get("other"), state.get("other", 5), len(state), list(state.keys())[:3])
other = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3))
print(other.load_state_dict(state["model"]))
x = torch.ones(4, 2)
print(torch.equal(model(x), other(x)))
print(other.load_state_dict(state["model"], strict=False))

# A value that is no dict, and a list.
torch.save(model.state_dict(), "checkpoint_a.pt")
other.load_state_dict(torch.load("checkpoint_a.pt", weights_only=True))
torch.save([torch.arange(3), torch.ones(2)], "checkpoint_a.pt")
pair = torch.load("checkpoint_a.pt")
first = pair[0].float()
assert first.dim() == 1
print(first, len(pair))

try:
    torch.load("checkpoint_none.pt")
except FileNotFoundError as error:
    print(error)
os.remove("checkpoint_a.pt")
