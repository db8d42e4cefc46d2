# Inheritance between modules, overridden forward, helper methods that make
# modules, classes as arguments, super calls, static and constant attributes.
import torch
import torch.nn as nn


class Base(nn.Module):
    expansion = 2

    def __init__(self, width, act=nn.ReLU, **kwargs):
        super().__init__()
        self.width = width
        self.act = act(**kwargs)
        self.layers = self._make(width, width * self.expansion, 2)

    def _make(self, a, b, n):
        made = [nn.Linear(a, b)]
        for _ in range(1, n):
            made.append(nn.Linear(b, b))
        return nn.ModuleList(made)

    def mix(self, x: torch.Tensor, k: int = 1) -> torch.Tensor:
        return x.mean(dim=-1, keepdim=True) * k

    def run(self, x):
        for layer in self.layers:
            x = self.act(layer(x))
        return x

    def forward(self, x):
        return self.run(x)


class Wide(Base):
    expansion = 3

    def __init__(self, width):
        super(Wide, self).__init__(width, nn.LeakyReLU, negative_slope=0.1)
        self.out = nn.Linear(width * 3, 2)

    def forward(self, x):
        y = self.run(x)
        return self.out(y) + self.mix(y, k=2)


class Twice(Wide):
    def forward(self, x):
        return super().forward(x) * 2


def build(kind, *args):
    return kind(*args)


torch.manual_seed(3)
models = [build(Base, 2), build(Wide, 2), Twice(2)]
x = torch.linspace(-1, 1, 4).reshape(2, 2)
for m in models:
    with torch.no_grad():
        print(type(m).__name__, m.expansion, m(x), isinstance(m, Base), isinstance(m, Wide))
        if type(m) is not Twice:  # TorchScript has no super()
            print(torch.equal(torch.jit.script(m)(x), m(x)))
print(models[1])
for m in models[1].modules():
    if isinstance(m, nn.Linear):
        nn.init.ones_(m.weight)
        nn.init.zeros_(m.bias)
with torch.no_grad():
    print(models[1](x))
