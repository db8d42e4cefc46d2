# exp, tanh and softmax against float64 over their whole ranges, and what is special.
import torch

inf, nan = float("inf"), float("nan")


def largest_error(y, exact):
    """In units of the last place, of normal numbers."""
    unit = torch.exp2(torch.floor(torch.log2(exact.abs())) - 23)
    error = (y.double() - exact).abs() / unit
    normal = torch.logical_and(exact.abs() > 1.18e-38, exact.abs() < 3.4e38)
    return error[normal].max().item()


x = torch.linspace(-104.5, 89.5, 100001)
print(largest_error(torch.exp(x), torch.exp(x.double())) < 1.4)
small = x[x < -87.4]
print(((torch.exp(small).double() - torch.exp(small.double())).abs() < 1.2 * 2.0 ** -149).all())
for t in (torch.linspace(-10.0, 10.0, 100001), torch.linspace(-0.7, 0.7, 100001), torch.linspace(-1e-3, 1e-3, 1001)):
    print(largest_error(torch.tanh(t), torch.tanh(t.double())) < 2)

rows = torch.linspace(-3.0, 20.0, 40 * 257).reshape(40, 257).sin() * 30
for dim in (0, 1):
    y, exact = torch.softmax(rows, dim), torch.softmax(rows.double(), dim)
    print(((y.double() - exact).abs() / exact < 1e-5).all(), ((y.sum(dim) - 1).abs() < 1e-6).all())

ends = torch.tensor([inf, -inf, nan, -nan, 0.0, -0.0, 88.7228, 88.72283, 88.72284, 89.0, 128.0, 1e30,
                     -1e30, -87.0, -88.0, -103.0, -104.1, 1e-30, -1e-45, 3e38] * 2)
for function in (torch.exp, torch.tanh, torch.expm1, torch.sigmoid):
    print(["%.6g" % abs(v) for v in function(ends).tolist()])
print(torch.softmax(torch.tensor([[0.0, -inf, 3.0, 1e30], [1.0, 2.0, nan, 3.0], [-inf, -inf, 0.0, -104.0],
                                  [-inf, -inf, -inf, -inf], [inf, 0.0, 1.0, 2.0]]), 1))
