# Parameters stay what they are in lists of any length.
import torch
import torch.nn as nn

torch.manual_seed(0)
layers = nn.ModuleList([nn.Linear(1, 1, bias=False) for _ in range(70)])
count = 0
for p in layers.parameters():
    if p.grad is None and p.requires_grad:
        count += 1
print(count)
x = layers[0](torch.ones(1, 1)) * layers[69](torch.ones(1, 1))
x.backward()
opt = torch.optim.SGD(layers.parameters(), lr=0.5)
opt.step()
print([i for i, p in enumerate(layers.parameters()) if p.grad is not None])
print(layers[0].weight.item(), layers[1].weight.item(), layers[69].weight.item())
