# expect: COMPILE ERROR 12 before
# A loop of more than 64 iterations is not unrolled for the last object.
import torch
import torch.nn as nn

losses = []
for seed in range(100):
    torch.manual_seed(seed)
    model = nn.Linear(2, 1)
    losses.append(model(torch.ones(2)).sum().item())
print(max(losses))
print(model.weight)
