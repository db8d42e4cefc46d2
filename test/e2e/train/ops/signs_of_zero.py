# Gradients that are zero have the sign that PyTorch's formulas give them.
import torch

x = torch.tensor([[-3.0, -1.0, -2.0], [-0.5, -4.0, -0.25]])


def show(name, f, *inputs):
    leaves = [t.clone().requires_grad_() for t in inputs]
    y = f(*leaves)
    (y * y).sum().backward()
    print(name, [t.grad for t in leaves])


show("amax", lambda t: torch.amax(t), x)
show("amin", lambda t: torch.amin(t, (0, 1), keepdim=True), x)
show("amax of a row", lambda t: torch.amax(t, 0), x[0])
show("max", lambda t: torch.max(t), x)
show("prelu", torch.nn.functional.prelu, x, torch.tensor(0.0))
show("prelu of channels", torch.nn.functional.prelu, x, torch.tensor([0.0, 0.5, -1.0]))
show("cdist", lambda a, b: torch.cdist(a, b, 0.0), x, x + 1)
show("nextafter", torch.nextafter, x, x + 1)
zeros = torch.tensor([[-1.0, 2.0, -2.0], [0.0, -3.0, 0.0], [-2.0, 0.0, 0.0]])
show("prod", lambda t: t.prod(1), zeros)
show("prod of all", lambda t: t.prod(), zeros)
show("cumprod", lambda t: t.cumprod(1), zeros)
places = torch.tensor([[0, 0, 1], [2, 2, 0]])
for way in ("amax", "amin"):
    for own in (True, False):
        show(way, lambda t, s: t.scatter_reduce(1, places, s, way, include_self=own), x, x.flip(0) - 0.5)
upper = torch.tensor([[1.0, -2.0, 3.0], [0.0, 1.0, 4.0], [0.0, 0.0, 1.0]])
show("triangular", lambda a, b: torch.linalg.solve_triangular(a, b, upper=True, unitriangular=True),
     upper, torch.zeros(3, 1))
show("inverse", torch.linalg.inv, torch.eye(2))
