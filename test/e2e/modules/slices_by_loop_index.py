# Slices by a loop's index of what exists at compile time only.
import torch

torch.manual_seed(0)
net = torch.nn.LSTM(3, 4, 2)
for layer in range(2):
    for p in list(net.parameters())[4 * layer:4 * (layer + 1)]:
        print(p.shape)
blocks = torch.nn.ModuleList([torch.nn.Linear(2, 2) for _ in range(3)])
x = torch.ones(1, 2)
for i in range(3):
    y = x
    for block in blocks[:i + 1]:
        y = block(y)
    print(y.detach())
shape = (2, 3, 4)
for i in range(3):
    print(torch.zeros(24).reshape(shape[:i] + (-1,)).shape, shape[i:])
n = int(torch.tensor(2).item())
for i in range(n):
    print([1, 2, 3][i:])
