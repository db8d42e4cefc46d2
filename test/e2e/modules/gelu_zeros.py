# Far below 0 and at -0 GELU is a zero below 0; so is softshrink of few elements.
import torch
import torch.nn.functional as F

x = torch.tensor([-20.0, -8.0, -0.0, 0.0, 1.0])
print(F.gelu(x), F.gelu(x.double()), F.gelu(x, approximate="tanh"))
print(F.gelu(torch.tensor([-20.0])), torch.nn.GELU()(x.reshape(5, 1)))
print(F.softshrink(torch.full((3,), -0.25)), F.softshrink(torch.full((16,), -0.25)))
print(F.softshrink(torch.tensor([[-3.0, -0.2, 0.2], [-0.0, 3.0, float("nan")]]), 0.5))
