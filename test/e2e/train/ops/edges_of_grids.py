# Samples at the edge of an image, where it is continued, have no slope.
import torch
import torch.nn.functional as F

image = torch.arange(9.0).reshape(1, 1, 3, 3)
grid = torch.tensor([[-1.0, -1.0], [1.0, 0.25], [0.5, 1.0], [0.2, -0.4], [1.5, 0.1]]).reshape(1, 5, 1, 2)


def show(mode, padding, aligned):
    a, b = image.clone().requires_grad_(), grid.clone().requires_grad_()
    y = F.grid_sample(a, b, mode, padding, aligned)
    (y * y).sum().backward()
    print(mode, padding, aligned, b.grad.reshape(5, 2) + 0.0)


show("bilinear", "border", True)
show("bilinear", "border", False)
show("bilinear", "reflection", True)
show("nearest", "border", True)
