# log_normal_, cauchy_ and geometric_ draw what PyTorch draws.
import torch

torch.manual_seed(1)
for dtype in (torch.float32, torch.float64):
    for shape in ((3,), (17,), (2, 3)):
        x = torch.empty(shape, dtype=dtype)
        print(x.log_normal_(), x.log_normal_(0.5, 0.25), x.cauchy_(), x.cauchy_(1.0, 0.1), x.geometric_(0.3), torch.rand(1))
x = torch.empty(4, 2)
print(x.t().cauchy_(), x, torch.empty(4, dtype=torch.int64).geometric_(0.1))
g = torch.Generator().manual_seed(5)
print(torch.empty(3).geometric_(0.2, generator=g), torch.empty(3).log_normal_(generator=g), torch.rand(1))
for f in (lambda: x.geometric_(0), lambda: x.cauchy_(0, -1), lambda: x.log_normal_(0, -1)):
    try:
        f()
    except RuntimeError as error:
        print(error)
