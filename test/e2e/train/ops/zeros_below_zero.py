# Derivatives that are zero, and which zero: products of a column and a row, saturated cells, samples
# at the border, and what QR leaves to cancel.
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
print(torch.zeros(3, 1) @ torch.tensor([[1.0, -1.0]]), torch.zeros(2, 1) @ torch.tensor([[-1.0], [1.0]]).t())
print(torch.outer(torch.tensor([0.0, -0.0]), torch.tensor([1.0, -2.0])), torch.zeros(2, 1).mv(torch.tensor([-1.0])))
for kind in ("tanh", "relu"):
    cell = nn.RNNCell(3, 4, nonlinearity=kind)
    h = cell(torch.tensor([9.0, -300.0, 70.0]), torch.tensor([90.0, -3.0, 5.0, -0.5]))
    h.pow(2).sum().backward()
    print(h.detach(), cell.weight_ih.grad, cell.weight_hh.grad, cell.bias_hh.grad)
image = torch.randn(1, 1, 2, 2, 2, requires_grad=True)
for mode in ("zeros", "border", "reflection"):
    for aligned in (True, False):
        grid = torch.tensor([[[[[1.4, -1.3, 2.3], [0.1, -0.2, 0.3]]]]], requires_grad=True)
        F.grid_sample(image, grid, padding_mode=mode, align_corners=aligned).pow(2).sum().backward()
        print(grid.grad)
a = torch.tensor([[-0.9, -0.2, -0.5, 0.3], [0.2, -0.5, -0.1, 0.2]], requires_grad=True)
q, r = torch.linalg.qr(a)
(q * q).sum().backward()
print(a.grad)
