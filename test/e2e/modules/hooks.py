# Hooks of modules: features, changed inputs and outputs, handles, weights of the run.
import torch
from torch import nn

torch.manual_seed(0)
features = {}


def keep(name):
    def hook(module, args, output):
        features[name] = output.detach()
    return hook


net = nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 2))
handles = [net[0].register_forward_hook(keep("first")), net[2].register_forward_hook(keep("last"))]
x = torch.randn(3, 4)
y = net(x)
print(sorted(features), features["first"].shape, torch.equal(features["last"], y))
for handle in handles:
    handle.remove()
features.clear()
net(x)
print(len(features))


def double(module, args):
    return args[0] * 2


def shift(module, args, output):
    return output + 1


order = []
layer = nn.Linear(4, 2)
plain = layer(x)
h1 = layer.register_forward_pre_hook(double)
print(torch.allclose(layer(x), layer(2 * x), atol=1e-6), torch.allclose(layer.forward(x), plain))
h2 = layer.register_forward_hook(shift)
print(torch.allclose(layer(x), layer.forward(2 * x) + 1, atol=1e-6))
h1.remove()
h1.remove()
h2.remove()
print(torch.equal(layer(x), plain))
layer.register_forward_hook(lambda m, a, o: order.append("second"))
layer.register_forward_hook(lambda m, a, o: order.append("first"), prepend=True)
layer.register_forward_pre_hook(lambda m, a: order.append("before"))
with layer.register_forward_hook(lambda m, a, o: order.append("last")):
    layer(x)
layer(x)
print(order)


class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.calls = 0

    def forward(self, x, scale=1.0, flag=False):
        return x * scale


def more(module, args, kwargs):
    kwargs["scale"] = kwargs["scale"] * 10
    return args, kwargs


def count(module, args, kwargs, output):
    module.calls += 1
    print(sorted(kwargs), len(args))


scaled = Scaled()
scaled.register_forward_pre_hook(more, with_kwargs=True)
scaled.register_forward_hook(count, with_kwargs=True)
print(torch.allclose(scaled(x, scale=0.5), x * 5), scaled.calls)


class Probe(nn.Module):
    def __init__(self, body):
        super().__init__()
        self.body = body
        self.seen = 0.0
        for name, module in body.named_modules():
            if isinstance(module, nn.ReLU):
                module.register_forward_hook(self.look)

    def look(self, module, args, output):
        self.seen = self.seen + output.detach().sum()

    def forward(self, x):
        return self.body(x)


probe = Probe(nn.Sequential(nn.Linear(4, 4), nn.ReLU(), nn.Linear(4, 4), nn.ReLU()))
optimizer = torch.optim.SGD(probe.parameters(), lr=0.1)
for i in range(30):
    optimizer.zero_grad()
    loss = (probe(x) - 1).pow(2).mean()
    loss.backward()
    optimizer.step()
print(f"{loss.item():.4f} {probe.seen.item():.3f}")
