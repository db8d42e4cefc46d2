# Lazy modules, and the initialisations orthogonal_, dirac_ and sparse_.

import torch
import torch.nn as nn

torch.manual_seed(0)
model = nn.Sequential(nn.LazyConv2d(4, 3, padding=1), nn.LazyBatchNorm2d(), nn.ReLU(), nn.Flatten(),
                      nn.LazyLinear(3))
x = torch.randn(2, 2, 5, 5)
y = model(x)
print(model)
print(y)
print(type(model[0]).__name__, isinstance(model[4], nn.Linear))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    loss = model(x).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"{loss.item():.4f}")
up = nn.LazyConvTranspose1d(2, 3, stride=2)
print(up(torch.randn(1, 3, 4)).shape, up)
print(nn.LazyInstanceNorm1d(affine=True)(torch.randn(1, 3, 4)).shape)

w = torch.empty(4, 6)
print(nn.init.orthogonal_(w))
print(nn.init.orthogonal_(torch.empty(5, 3), gain=2.0))
print(nn.init.orthogonal_(torch.empty(6, 2, 2)).flatten(1)[:2])
print(nn.init.dirac_(torch.empty(4, 2, 3), groups=2))
print(nn.init.sparse_(torch.empty(5, 3), 0.4))
