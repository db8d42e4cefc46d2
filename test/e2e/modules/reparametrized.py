# Weights as a direction and a length, and by their largest singular value: names, text, training,
# and the layers without them again.
import torch
from torch import nn
from torch.nn.utils import (remove_spectral_norm, remove_weight_norm, spectral_norm, weight_norm)

torch.manual_seed(0)
x = torch.randn(5, 4)
layer = weight_norm(nn.Linear(4, 3))
print(layer, [name for name, _ in layer.named_parameters()], list(layer.state_dict()))
print(layer.weight_g.shape, layer.weight_v.shape, layer.weight.requires_grad)
optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
for i in range(20):
    optimizer.zero_grad()
    loss = (layer(x) - 1).pow(2).mean()
    loss.backward()
    optimizer.step()
print(f"{loss.item():.5f}", layer.weight_g.detach())
with torch.no_grad():
    layer.weight_g.mul_(2)
before = layer(x)
remove_weight_norm(layer)
print([name for name, _ in layer.named_parameters()], torch.allclose(layer(x), before, atol=1e-6))
try:
    remove_weight_norm(layer)
except ValueError as e:
    print(e)

conv = weight_norm(nn.ConvTranspose1d(4, 2, 3), dim=None)
print(conv.weight_g.shape, conv(x.unsqueeze(2)).shape)
wave = nn.ModuleList([weight_norm(nn.Conv1d(2, 2, 3, dilation=2**i, padding=2**i)) for i in range(3)])
signal = torch.randn(1, 2, 10)
for part in wave:
    signal = torch.tanh(part(signal))
signal.sum().backward()
print(wave[0].weight_g.grad.flatten(), wave[2].weight_v.grad.shape)
try:
    weight_norm(wave[0])
except RuntimeError as e:
    print(e)


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = spectral_norm(nn.Conv2d(1, 4, 3))
        self.up = spectral_norm(nn.ConvTranspose2d(4, 2, 2), n_power_iterations=2)
        self.out = spectral_norm(nn.Linear(2 * 16, 1))

    def forward(self, x):
        x = torch.relu(self.conv(x))
        return self.out(self.up(x)[:, :, :4, :4].flatten(1))


critic = Critic()
print(list(critic.state_dict()))
print([name for name, _ in critic.named_parameters()])
print([name for name, _ in critic.named_buffers()], critic.up.weight_u.shape)
optimizer = torch.optim.Adam(critic.parameters(), lr=0.01)
real, fake = torch.randn(3, 1, 6, 6), torch.randn(3, 1, 6, 6)
for i in range(15):
    optimizer.zero_grad()
    loss = critic(fake).mean() - critic(real).mean()
    loss.backward()
    optimizer.step()
print(f"{loss.item():.4f}", critic.out.weight_u)
critic.eval()
score = critic(real)
print(torch.equal(score, critic(real)))
other = Critic()
other.load_state_dict(critic.state_dict())
other.eval()
print(torch.equal(other(real), score))
for module in critic.children():
    remove_spectral_norm(module)
print(torch.allclose(critic(real), score, atol=1e-6), list(critic.state_dict()))
scripted = torch.jit.script(critic.out)
print(scripted(torch.ones(1, 32)).shape)
