# Divisors, parts of floats, differences, and statistics of rows.
import torch


def show(name, value):
    if isinstance(value, (tuple, list)):
        for part in value:
            show(name, part)
        return
    print(name, list(value.shape), ["%.4g" % v for v in value.detach().double().reshape(-1).tolist()])


torch.manual_seed(0)
i, j = torch.tensor([12, -18, 0, 7]), torch.tensor([8, 24, 5, 0])
show("gcd", torch.gcd(i, j))
show("lcm", torch.lcm(i, j))
mantissa, exponent = torch.frexp(torch.tensor([0.75, -8.0, 0.0, 1e-40, 3.4e38]))
show("frexp", (mantissa, exponent))
print(torch.frexp(torch.tensor([5.0])))
show("ldexp", torch.ldexp(torch.tensor([1.5, -3.0]), torch.tensor([3, -2])))
show("nextafter", (torch.nextafter(torch.tensor([1.0, 0.0, -2.0]), torch.tensor([2.0, 1.0, 0.0])) -
                   torch.tensor([1.0, 0.0, -2.0])) * 2.0 ** 24)
x = torch.tensor([1.0, 4.0, 9.0, 16.0, 25.0])
grid = torch.arange(12.0).reshape(3, 4) ** 2
show("diff", torch.diff(x, n=2, prepend=torch.zeros(1)))
show("diff of columns", torch.diff(grid, dim=0))
show("gradient", torch.gradient(x))
show("gradient by places", torch.gradient(x, spacing=(torch.tensor([0.0, 1.0, 3.0, 4.0, 6.0]),), edge_order=2))
show("gradients", torch.gradient(grid, spacing=2.0))
show("trapezoid", torch.trapezoid(grid))
show("trapezoid by places", torch.trapezoid(x, torch.tensor([0.0, 1.0, 3.0, 4.0, 6.0])))
show("cumulative_trapezoid", torch.cumulative_trapezoid(x, dx=0.5))
rows = torch.randn(3, 6)
show("cov", torch.cov(rows))
show("cov with weights", torch.cov(rows, fweights=torch.tensor([1, 2, 1, 3, 1, 1]), correction=0))
show("corrcoef", torch.corrcoef(rows))
show("var_mean", torch.var_mean(rows, 1, correction=0))
show("std_mean", torch.std_mean(rows))
show("renorm", torch.renorm(grid, 2, 0, 10.0))
show("unravel", torch.unravel_index(torch.tensor([5, 11]), (3, 4)))
show("hypot", torch.hypot(torch.tensor([3.0, 3e30, 1e-30]), torch.tensor([4.0, 4e30, 0.0])))
show("cdist", torch.cdist(rows, rows[:2], p=1.0))
show("pdist", torch.pdist(rows))
show("cross", torch.linalg.cross(rows[:, :3], rows[:, 3:]))
show("combinations", torch.combinations(torch.tensor([1, 2, 3, 4]), r=3))
show("histogram", torch.histogram(torch.tensor([1.0, 2.0, 1.0, 3.9]), bins=3, range=(0.0, 4.0)))

for function in (lambda t: torch.cov(t).sum(), lambda t: torch.corrcoef(t)[0, 1],
                 lambda t: torch.diff(t, dim=0).prod(), lambda t: torch.cdist(t, t + 1, p=3.0).sum(),
                 lambda t: torch.pdist(t).sum(), lambda t: torch.renorm(t, 2, 0, 1.0).sum(),
                 lambda t: torch.copysign(t, -1.0).sum(), lambda t: torch.norm(t, 0.5),
                 lambda t: torch.hypot(t, torch.ones(3, 6)).sum(),
                 lambda t: torch.div(t, 0.3, rounding_mode="floor").sum()):
    t = rows.clone().requires_grad_()
    function(t).backward()
    show("slope", t.grad)
