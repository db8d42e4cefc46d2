# Other names of functions, and forms in place.
import torch

x = torch.tensor([0.5, -0.25, 0.75])
y = torch.tensor([0.5, 0.25, -2.0])
i, j = torch.tensor([4, 6, 9]), torch.tensor([6, 9, 12])
print(torch.arccos(x), x.arccos(), torch.arcsin(x), x.arcsin(), torch.arctan(x), x.arctan())
print(torch.arctan2(x, y), x.arctan2(y), torch.fix(y * 1.5), (y * 1.5).fix(), x.arcsinh(), x.arctanh())
for f in (lambda t: t.arccos_(), lambda t: t.arcsin_(), lambda t: t.arctan_(), lambda t: t.fix_(),
          lambda t: torch.arccos_(t), lambda t: t.add_(2).arccosh_(), lambda t: t.arcsinh_(), lambda t: t.arctanh_(),
          lambda t: t.arctan2_(y), lambda t: t.greater_(y), lambda t: t.greater_equal_(y), lambda t: t.less_(y),
          lambda t: t.less_equal_(y), lambda t: t.not_equal_(y), lambda t: t.copysign_(y), lambda t: t.hypot_(y),
          lambda t: t.abs_().xlogy_(y.abs()), lambda t: t.abs_().logit_(), lambda t: t.logit_(0.3),
          lambda t: t.heaviside_(y), lambda t: t.ldexp_(i), lambda t: t.cumprod_(0), lambda t: t.cumprod_(dim=-1),
          lambda t: t.abs_().igamma_(y.abs()), lambda t: t.div_(0).nan_to_num_(),
          lambda t: t.div_(0).nan_to_num_(1.0, posinf=7.0), lambda t: torch.nan_to_num_(t.log_(), nan=3.0),
          lambda t: t.index_reduce_(0, torch.tensor([0, 2, 0]), y, "prod"),
          lambda t: t.index_reduce_(0, torch.tensor([0, 2, 0]), y, "amax", include_self=False),
          lambda t: t.addmv_(torch.ones(3, 2), y[:2], beta=0.5, alpha=2)):
    t = x.clone()
    result = f(t)
    print(result, result is t)
print(i.clone().gcd_(j), i.clone().lcm_(j), torch.gcd_(i.clone(), j))
m = torch.arange(6.0).reshape(2, 3)
print(m.clone().renorm_(2, 0, 1.0), m.clone().addr_(y[:2], x), m.clone().addr_(y[:2], x, beta=2, alpha=3))
print(torch.zeros(2, 2).addbmm_(torch.ones(4, 2, 3), torch.ones(4, 3, 2), alpha=0.5))
print(x.double().float_power_(2), x.double().float_power_(y.double()))
for f in (lambda: x.clone().float_power_(2), lambda: torch.zeros(2).greater_(torch.zeros(3, 2))):
    try:
        f()
    except RuntimeError as error:
        print(error)
w = torch.tensor([0.5, 0.25], requires_grad=True)
(w * 1).arccos_().hypot_(w).sum().backward()
print(w.grad)

print(torch.angle(torch.tensor([1.0, -1.0, 0.0, -0.0, float("nan")])), torch.tensor([2, -2]).angle())
print(x.get_device(), torch.get_device(x), x.is_conj(), torch.is_neg(x), x.is_neg())
print(torch.row_stack([x, y]), x.new(2, 3).shape, x.new([1, 2]), x.new((1.5, 2.0)), i.new([3, 4]),
      x.new(torch.Size([2, 2])).shape, x.new().shape)
print(torch.range(0, 4), torch.range(1, 2, 0.3), torch.range(3, 1, -1, dtype=torch.int64), torch.range(2, 2))
for f in (lambda: torch.range(3, 1), lambda: torch.range(0, 4, 0)):
    try:
        f()
    except RuntimeError as error:
        print(error)
print([torch.can_cast(a, b) for a in (torch.float64, torch.int32, torch.uint8, torch.bool)
       for b in (torch.float16, torch.int64, torch.uint8, torch.bool)])
