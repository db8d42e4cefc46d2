# Lists of tensors that a loop makes anew, beside lists of modules.
# tolerance: 1e-5
import torch
import torch.nn as nn

torch.manual_seed(0)
models = [nn.Linear(2, 2) for _ in range(3)]
inputs = [torch.full((1, 2), v) for v in (-1.0, 2.5, 0.5)]
for step in range(5):
    out = [m(x) for m, x in zip(models, inputs)]
    inputs = [-x for x in inputs]
print(len(inputs), inputs, torch.stack(out))

cells = [nn.RNNCell(2, 2) for _ in range(3)]
h = [torch.zeros(1, 2) for _ in range(3)]
for t in range(40):
    x = torch.ones(1, 2)
    new = []
    for cell, s in zip(cells, h):
        x = cell(x, s)
        new.append(x)
    h = new
torch.cat(h).square().sum().backward()
print([s.tolist() for s in h], [cell.weight_hh.grad.sum().item() for cell in cells])

# In place, in a branch, and as long as data says.
kept = h
with torch.no_grad():
    n = 0
    while h[0].abs().sum() > 0.01:
        n += 1
        h = [s * 0.5 for s in h]
        if n % 2 == 0:
            h = [s - 0.001 for s in h]
        for cell, s in zip(cells, h):
            s.mul_(cell.bias_ih.sum().abs().clamp(max=1.0))
    print(n, [s.tolist() for s in h], [s.tolist() for s in kept])
