# sin and cos of float32 against those of float64, from the smallest angles to the largest.
import torch

torch.manual_seed(3)
for name, function in (("sin", torch.sin), ("cos", torch.cos)):
    for scale in (1e-30, 1e-3, 1.0, 100.0, 1e4, 1.6e7, 2e7, 1e9, 1e12, 1e20, 1e30, 3e38):
        x = (torch.rand(3000) * 2 - 1) * scale
        exact = function(x.double())
        ulp = torch.pow(2.0, torch.floor(torch.log2(exact.abs().clamp(min=1e-38))) - 23)
        worst = ((function(x).double() - exact).abs() / ulp).max().item()
        print(name, scale, worst < 1.5)

special = torch.tensor([0.0, -0.0, float("inf"), -float("inf"), float("nan"), 1e-45, -1e-45, 3.4028234e38])
print(special.sin())
print(special.cos())
print(1 / special[:2].sin())
nearest = torch.tensor([3.14159274, 6.28318548, 710.0, 16777216.0, 16777218.0, -16777218.0, 5.1541e14])
print(["%.6g" % v for v in nearest.sin().tolist()])
print(["%.6g" % v for v in nearest.cos().tolist()])
