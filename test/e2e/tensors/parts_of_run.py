# Parts of a dimension whose size only the run knows, and tensors of lists whose
# lengths it knows.
from typing import List

import torch

torch.manual_seed(0)
xs = []
for i in range(int(torch.tensor(10))):
    xs.append(torch.randn(3))
X = torch.stack(xs)
for epoch in range(2):
    perm = torch.randperm(len(X))
    for ids in perm.split(4):
        print(ids, X[ids].sum())
    for part in X.chunk(3):
        print(part.shape)
print([len(p) for p in X.split(5)], len(X.chunk(4)), list(X[:2].unbind(0)))
print([tuple(p.shape) for p in X[10:].split(2)], len(X.t().split(4, dim=-1)))

w = torch.ones(3, requires_grad=True)
opt = torch.optim.SGD([w], lr=0.1, momentum=0.9)
for epoch in range(3):
    for batch in X.split(4):
        opt.zero_grad()
        loss = (batch @ w).pow(2).mean()
        loss.backward()
        opt.step()
    print(f"{loss.item():.5f}", w.detach())


class Cell(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = torch.nn.Linear(3, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = torch.zeros(3)
        outs: List[torch.Tensor] = []
        for step in x.unbind(0):
            h = torch.tanh(self.inner(step) + h)
            outs.append(h)
        return torch.stack(outs)


cell = torch.jit.script(Cell())
y = cell(X)
y.sum().backward()
print(y.shape, cell.inner.weight.grad)

rows = []
for i in range(int(torch.tensor(4))):
    rows.append([float(i), float(i * i)])
print(torch.tensor(rows), torch.tensor(rows, dtype=torch.int64))
pairs = []
for i in range(int(torch.tensor(3))):
    pairs.append((i, i + 1))
print(torch.tensor(pairs), torch.tensor(pairs).dtype)
context = [0] * 3
i = 0
while i < int(torch.tensor(5)):
    context = context[1:] + [i]
    print(torch.tensor([context]))
    i += 1
X.split(int(torch.tensor(0)))
