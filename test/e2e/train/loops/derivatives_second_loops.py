# Second derivatives through loops and recurrent layers.
# tolerance: 1e-6
import torch
import torch.nn as nn

w = torch.tensor([0.5, 1.0], requires_grad=True)
x = w
for i in range(5):
    x = x * w + i
(g,) = torch.autograd.grad(x.sum(), [w], create_graph=True)
print(g.detach(), torch.autograd.grad(g.sum(), [w]))

torch.manual_seed(0)
for layer in (nn.RNN(2, 3), nn.GRU(2, 3), nn.LSTM(2, 3)):
    x = torch.randn(4, 1, 2, requires_grad=True)
    (g,) = torch.autograd.grad(layer(x)[0].sum(), [x], create_graph=True)
    penalty = (g.square().sum() - 1).square()
    penalty.backward()
    print(penalty.item(), layer.weight_hh_l0.grad)


def rows(a):
    total = torch.zeros(())
    for i in range(3):
        for j in range(2):
            total = total + torch.sin(a[i, j]) * a[j, i]
    return total


a = torch.randn(3, 3, requires_grad=True)
for step in range(3):
    (g,) = torch.autograd.grad(rows(a), [a], create_graph=True)
    (h,) = torch.autograd.grad(g.square().sum(), [a])
    with torch.no_grad():
        a -= 0.1 * h
    print(step, h)
