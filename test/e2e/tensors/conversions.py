# Conversions of numbers that do not fit, and of NaN.
import torch

v = torch.tensor([float("nan"), float("inf"), -float("inf"), 1e30, -1e30, 3e9, -3e9, 300.7, -1.5, -300.7, 1e10, 9.3e18])
many = v.repeat(3)
for kind in [torch.int64, torch.int32, torch.uint8, torch.bool]:
    print(v.to(kind))
    print(v.double().to(kind))
    print(many.to(kind)[12:])
print(torch.tensor([2**40 + 5, -1]).int(), torch.tensor([300, -1]).byte())

x = torch.tensor([1, 250], dtype=torch.uint8)
print(x + 300, x * 300, x == 300, x < 300, x.clamp(min=-5), torch.where(x > 5, -3, x), torch.full((2,), -255, dtype=torch.uint8))
print(torch.hypot(torch.tensor([1.0, -2.0]), x))
print(x.cumprod(0), torch.tensor([True, False]).cumprod(0), torch.tensor([3, 4], dtype=torch.int32).cumprod(0))
print(torch.tensor([True, False]).sign(), torch.tensor([True, False, False]).diff())

low = torch.tensor([-9223372036854775807]) - 1
print(low // -1, low % -1, low.abs(), -low, torch.tensor([3]) ** torch.tensor([-1]), torch.tensor([-1, 1, 0]) ** torch.tensor([-3, -3, 2]))
print(torch.tensor([1]) << torch.tensor([-1, 64, 65, 3]), torch.tensor([-8]) >> torch.tensor([-1, 64, 65, 3]))
s = torch.arange(5.0)
nan = torch.tensor([float("nan"), 2.0])
print(torch.searchsorted(s, nan), torch.searchsorted(s, nan, right=True), torch.bucketize(nan, s))
print(torch.searchsorted(torch.stack([s, s + 1]), torch.stack([nan, nan])))
z = torch.rand(2) * 0
print(torch.atan2(z, z), torch.atan2(z, -z), torch.atan2(-z, -z), torch.atan2(torch.zeros(2), torch.zeros(2)))


@torch.jit.script
def truncated(x: float):
    return int(x)


one = float(torch.rand(1).item() < 2)
print(truncated(float("nan") * one), truncated(1e30 * one), truncated(-float("inf") * one), truncated(-7.9 * one), int(-7.9 * one))
