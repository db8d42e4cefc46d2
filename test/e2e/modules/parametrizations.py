# Parameters that are computed at each access: text, names, assignment, several in a row, removal.
import torch
import torch.nn.utils.parametrize as parametrize
from torch import nn
from torch.nn.utils.parametrizations import spectral_norm, weight_norm

torch.manual_seed(0)


class Symmetric(nn.Module):
    def forward(self, x):
        return x.triu() + x.triu(1).transpose(-1, -2)

    def right_inverse(self, a):
        return a.triu()


class Scale(nn.Module):
    def __init__(self, factor):
        super().__init__()
        self.factor = nn.Parameter(torch.tensor(factor))

    def forward(self, x):
        return x * self.factor


layer = nn.Linear(3, 3)
print(parametrize.is_parametrized(layer))
parametrize.register_parametrization(layer, "weight", Symmetric())
print(layer)
print(parametrize.is_parametrized(layer), parametrize.is_parametrized(layer, "bias"))
print(torch.equal(layer.weight, layer.weight.T), hasattr(layer, "weight"))
print(list(layer.state_dict()))
a = torch.tensor([[1.0, 2, 3], [2, 4, 5], [3, 5, 6]])
layer.weight = a
print(torch.equal(layer.weight, a), layer.parametrizations.weight.original)
parametrize.register_parametrization(layer, "weight", Scale(2.0))
print(torch.equal(layer.weight, 2 * a), [name for name, _ in layer.named_parameters()])
optimizer = torch.optim.SGD(layer.parameters(), lr=0.01)
x = torch.randn(5, 3)
for i in range(20):
    optimizer.zero_grad()
    loss = (layer(x) - x).pow(2).mean()
    loss.backward()
    optimizer.step()
print(f"{loss.item():.4f}", torch.equal(layer.weight, layer.weight.T))
kept = layer.weight.detach()
parametrize.remove_parametrizations(layer, "weight")
print(layer, torch.equal(layer.weight, kept), list(layer.state_dict()))
print(isinstance(layer.weight, nn.Parameter))

normed = weight_norm(nn.Linear(4, 2))
print(normed, list(normed.state_dict()))
print(normed.parametrizations.weight.original0.shape, normed.weight.shape)
y = normed(torch.ones(1, 4))
y.sum().backward()
print(normed.parametrizations.weight.original0.grad, torch.allclose(normed.weight, normed.parametrizations.weight.original1))

spectral = nn.Sequential(spectral_norm(nn.Conv1d(2, 3, 3)), nn.ReLU(), spectral_norm(nn.Linear(6, 2)))
print(spectral)
print(list(spectral.state_dict()))
optimizer = torch.optim.Adam(spectral.parameters(), lr=0.01)
signal = torch.randn(2, 2, 8)
for i in range(10):
    optimizer.zero_grad()
    loss = spectral(signal).pow(2).mean()
    loss.backward()
    optimizer.step()
spectral.eval()
print(f"{loss.item():.4f}", torch.equal(spectral(signal), spectral(signal)))
out = spectral(signal)
parametrize.remove_parametrizations(spectral[0], "weight")
parametrize.remove_parametrizations(spectral[2], "weight")
print(torch.allclose(spectral(signal), out, atol=1e-6), list(spectral.state_dict()))
try:
    parametrize.remove_parametrizations(spectral[0], "weight")
except ValueError as e:
    print(e)
