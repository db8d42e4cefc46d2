# out= of functions, locals() of parameters, Ellipsis.
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width, depth=2, *rest, **more):
        super().__init__()
        kwargs = dict(locals())
        print(sorted(kwargs), kwargs["width"], kwargs["depth"], kwargs["more"])


def plain(a, b):
    return locals()


Net(3, 4, 5, other=6)
print(plain(1, "x"))
x, y = torch.tensor([1.0, -2.0, 3.0]), torch.tensor([0.5, 0.5, 4.0])
out = torch.empty(3)
same = torch.maximum(x, y, out=out)
print(out, same is out)
torch.add(x, y, alpha=2, out=x)
torch.logaddexp(x, y, out=y)
print(x, ["%.4f" % v for v in y.tolist()])
values, places = torch.empty(2), torch.empty(2, dtype=torch.int64)
torch.topk(x, 2, out=(values, places))
print(values, places)
print(torch.ones(2, 3)[(None, Ellipsis)].shape, x[Ellipsis].shape)
counts = torch.zeros(3, dtype=torch.int64)
torch.sum(torch.ones(3, 2, dtype=torch.int64), 1, out=counts)
print(counts)
try:
    w = torch.ones(3, requires_grad=True)
    torch.mul(w, 2, out=out)
except RuntimeError as e:
    print("graded")
