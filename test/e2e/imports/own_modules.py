import torch

import Inputs.layers
import Inputs.layers as layers
from Inputs import package
from Inputs.layers import Scale, clamped
from Inputs.layers import not_listed as listed
from Inputs.package.inner.deep import label
import Inputs.package.shapes as shapes

print(__name__, Inputs.layers.__name__, package.__name__, shapes.__name__)

# A module is executed once and is one object.
print(layers is Inputs.layers, layers.double is Inputs.layers.double)
print(package.version, package.area(2), package.area(2, height=5))
print(package.shapes.twice_as_deep(torch.ones(2)).tolist(), label().tolist())
print(listed(), layers._hidden())

model = Scale(1.5)
print(type(model).__name__, Scale.__module__)
x = torch.tensor([1.0, -2.0, 4.0], requires_grad=True)
loss = clamped(model(x).sum() * torch.ones(2), 1.0).sum()
loss.backward()
print(loss.item(), x.grad.tolist(), model.factor.grad.tolist())

# State of a module is seen through every name of it, not through a copy.
from Inputs.layers import calls
for i in range(3):
    layers.count()
print(calls, layers.calls, Inputs.layers.calls)
layers.sizes.append(7)
print(Inputs.layers.sizes, package.shapes.twice_as_deep(torch.ones(1)).tolist())


def local():
    from Inputs.layers import double
    return double(torch.ones(1)).item()


print(local())
for name in ("calls", "sizes", "nothing"):
    print(name, hasattr(layers, name))
print(getattr(layers, "nothing", "default"))
try:
    from Inputs.layers import nothing
except ImportError as e:
    print("no such name")
try:
    import Inputs.absent
except ImportError as e:
    print(e)
try:
    layers.nothing
except AttributeError as e:
    print(e)

# A function that has the name of its module stands for it in the package, but not where the module is named.
from Inputs.package import volume
from Inputs.package.volume import depths
import Inputs.package.volume as by_name
print(volume(2), package.volume(3), Inputs.package.volume(4), depths, by_name is volume)
