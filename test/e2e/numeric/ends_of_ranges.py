# Functions of elements at the ends of their ranges: huge, tiny, endless and signed zeros.
import math
import torch
import torch.nn.functional as F

inf, nan = float("inf"), float("nan")
one = torch.rand(1) * 0 + 1
wide = torch.tensor([0.0, -0.0, 0.5, -0.5, 1.0, inf, -inf, nan, 1e-40, 3e38, -3e38, 1e20, -1e10]) * one
exact = torch.tensor([0.0, -0.0, 2.5, -2.5, inf, -inf, nan, 1e-310, 1.7e308, -1e200], dtype=torch.float64) * one


def show(name, *results):
    for r in results:
        print(name, ["%.5g" % v for v in r.double().reshape(-1).tolist()])


for x in (wide, exact):
    show("asinh", torch.asinh(x))
    show("acosh", torch.acosh(x))
    show("erfcx", torch.special.erfcx(torch.tensor([inf, -inf, 2.0], dtype=x.dtype) * one))
    show("log_ndtr", torch.special.log_ndtr(x[:6]))
    show("i0", torch.i0(x), torch.special.i1(x))
    show("softshrink", F.softshrink(x[:4]), F.softshrink(torch.cat([x, x])[:16]))
    show("xlogy", torch.xlogy(x[0], x), torch.xlogy(x[2], x))
    show("xlog1py", torch.special.xlog1py(x[1], x))
    show("kl_div", F.kl_div(x[:3], x[1:2].expand(3), reduction="none"))
    show("erfinv", torch.erfinv(x), torch.erfinv(x[2:4] / 4), torch.special.erfinv(x[:2] + 0.9))
    show("fix", torch.fix(x))
power = torch.float_power(wide[2], wide)
show(power.dtype, power)

for function in (torch.asinh, torch.acosh, torch.erfinv):
    x = torch.tensor([0.25, 0.5, 2.0, 1e15], requires_grad=True)
    y = function(x)
    y.sum().backward()
    show(function.__name__, x.grad)
    print(function(x)[:2].sum() if function is torch.asinh else y.shape)

# As weights are drawn from a truncated normal distribution.
torch.manual_seed(0)
w = torch.empty(20)
low, high = (1 + math.erf(-2 / math.sqrt(2))) / 2, (1 + math.erf(2 / math.sqrt(2))) / 2
w.uniform_(2 * low - 1, 2 * high - 1)
w.erfinv_()
w.mul_(0.02 * math.sqrt(2)).add_(0.0).clamp_(min=-0.04, max=0.04)
print(w)
w.asinh_().tan_().log2_()
print(torch.erfinv(torch.tensor([0.5, 0.25], requires_grad=True)))
