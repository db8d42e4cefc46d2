# RReLU in training and fractional pooling: what they draw, and how many numbers.
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
x = torch.randn(3, 5)
leaf = x.clone().requires_grad_()
layer = nn.RReLU()
y = layer(leaf)
y.sum().backward()
print(y.detach(), leaf.grad, torch.rand(1))
print(layer.eval()(x), F.rrelu(torch.ones(4), training=True), torch.rand(1))
print(F.rrelu(-torch.ones(4, dtype=torch.float64), 0.5, 1.0, True), layer)
print(F.rrelu(x.clone(), 0.1, 0.9, True, True))

image = torch.randn(2, 3, 7, 6, requires_grad=True)
pool = nn.FractionalMaxPool2d(2, output_size=(4, 3), return_indices=True)
out, places = pool(image)
print(out.detach(), places)
out.sum().backward()
print(image.grad[0, 1])
print(nn.FractionalMaxPool2d((2, 3), output_ratio=(0.5, 0.6))(image[0].detach()), torch.rand(1))
print(F.fractional_max_pool3d(torch.randn(1, 2, 5, 6, 7), (2, 3, 2), output_size=(3, 2, 1)))
samples = torch.tensor([[[0.1, 0.9], [0.5, 0.0], [0.7, 0.3]]])
print(nn.FractionalMaxPool2d(3, 2, _random_samples=samples)(image[1:].detach()))
try:
    nn.FractionalMaxPool2d(3)
except ValueError as error:
    print(error)
