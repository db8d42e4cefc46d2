# What a file holds is of the type that it is converted to.
import os

import torch

torch.save({"epoch": 3, "lr": 0.5, "name": "net", "t": torch.tensor([[1, 2]]), "no": None}, "conversions_a.pt")


def describe(path):
    state = torch.load(path)
    return int(state["epoch"]), float(state["lr"]), str(state["name"])


print(describe("conversions_a.pt"))
state = torch.load("conversions_a.pt")
print(state["name"] == "net", state["name"] == "other", f"{state['epoch']} {state['name']}")


def absent(path):
    state = torch.load(path)
    return state["no"] is None, state["lr"] is None, state["t"] is not None, state["lr"] == 0.5, state["epoch"] != 3


print(absent("conversions_a.pt"))
os.remove("conversions_a.pt")
