# Leaves of which only the run knows whether they require a gradient, as they
# are printed; what is computed of others besides requires one.
import torch
import torch.nn as nn

b = torch.zeros(2, requires_grad=True)
w = torch.ones(2, requires_grad=True)
if float(b.sum()) < 1:
    b.requires_grad_(False)
print(b, [b], b.requires_grad)
print((b + w).requires_grad)

layer = nn.Linear(2, 1, bias=False)
with torch.no_grad():
    layer.weight.fill_(0.5)
for epoch in range(3):
    layer.weight.requires_grad = epoch != 1
    print(epoch, layer.weight, f"{layer.weight}")
