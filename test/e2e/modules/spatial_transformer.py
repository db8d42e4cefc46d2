# A spatial transformer starts with the identity: its grid lies on the pixels, so that the gradient
# depends on the last bit of each place.
import torch
import torch.nn.functional as F

torch.set_default_device("cpu")
line = torch.linspace(-1, 1, 28)
print("%.17g %.17g %.17g" % (line[2].item(), line[13].item(), line[20].item()))
theta = torch.tensor([[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]], requires_grad=True)
grid = F.affine_grid(theta, (1, 1, 28, 28))
print("%.17g %.17g" % (grid[0, 0, 2, 0].item(), grid[0, 4, 0, 1].item()))
image = torch.arange(784.0).sin().reshape(1, 1, 28, 28)
F.grid_sample(image, grid).pow(2).sum().backward()
print((theta.grad / 10).round())
