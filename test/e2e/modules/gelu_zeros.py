# GELU of float32 has no negative zeros, of float64 and of a single number it has.
import torch
import torch.nn.functional as F

x = torch.tensor([-20.0, -8.0, -0.0, 0.0, 1.0])
print(F.gelu(x), F.gelu(x.double()), F.gelu(x, approximate="tanh"))
print(F.gelu(torch.tensor([-20.0])), torch.nn.GELU()(x.reshape(5, 1)))
