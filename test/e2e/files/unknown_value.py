# What a file holds must be of a known type where it is used.
import torch

state = torch.load("no_such_file.pt")
for epoch in range(state["epoch"], 10):
    print(epoch)
