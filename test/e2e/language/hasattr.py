# Attributes of objects, classes, modules and tensors.
import torch


class Point:
    kind = "point"

    def __init__(self):
        self.x = 1

    def move(self):
        self.x += 1


p = Point()
print([hasattr(p, "x"), hasattr(p, "y"), hasattr(p, "move"), hasattr(p, "kind")])
print([hasattr(Point, "x"), hasattr(Point, "move"), hasattr(Point, "kind")])
t = torch.ones(2)
print([hasattr(t, "shape"), hasattr(t, "relu"), hasattr(t, "masked_scatter_"), hasattr(t, "colour")])
print([hasattr(torch, "relu"), hasattr(torch.nn, "Linear"), hasattr(torch, "nothing")])
model = torch.nn.Linear(2, 2, bias=False)
print([hasattr(model, "bias"), hasattr(model, "forward"), hasattr(model, "training"), hasattr(model, "scale")])


class Box:
    def __len__(self):
        return 3


def function():
    pass


names = ["__len__", "__iter__", "__getitem__", "__call__", "__name__", "__dict__", "__eq__"]
print([hasattr(p, name) for name in names], [hasattr(Box(), name) for name in names])
print([hasattr(Point, name) for name in names], [hasattr(function, name) for name in names])
print([hasattr((1, 2), name) for name in names], [hasattr([1], name) for name in names], [hasattr("s", name) for name in names])
print([hasattr(1.5, name) for name in names], [hasattr(None, name) for name in names], [hasattr(t, name) for name in names])
print([hasattr(model, name) for name in names[3:]], hasattr({}, "__len__"), getattr(p, "__len__", None), hasattr(p, "_x"))
