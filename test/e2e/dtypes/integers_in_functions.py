# Integers and bools in functions that compute in floating point: they become the default type first,
# so that nothing wraps.
import torch

bools = torch.tensor([True, False])
small = torch.tensor([-128, 1, 0], dtype=torch.int8)
bytes = torch.tensor([0, 1, 2, 255], dtype=torch.uint8)
for x in (bools, small, bytes, torch.tensor([0, 1, 2, -9223372036854775807])):
    print(x.asinh(), x.atanh(), x.logit(), x.square(), x.square().dtype)
    print(torch.exp2(x), torch.sinc(x), torch.special.entr(x), torch.xlogy(x, x))
    print(torch.vander(x, 3), torch.angle(x), torch.isclose(x, x), torch.copysign(x, -1.0))
print(torch.angle(torch.tensor([-1.0], dtype=torch.float64)), torch.pow(bools, True), torch.pow(bools, False))
print(torch.copysign(bools, torch.tensor([-1.0, 1.0]).half()), torch.xlogy(torch.tensor([2.0]).half(), bytes[1:2]))
print(torch.tensor([9223372036854775807, 5]).int().tolist(), torch.tensor([300]).to(torch.int32).tolist())
print(torch.hypot(torch.tensor([6e4]).half(), torch.tensor([6e4]).bfloat16()))
