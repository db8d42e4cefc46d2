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
