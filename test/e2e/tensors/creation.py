# Factories in all dtypes, `like` variants, and what is known about a tensor.
import torch

print(torch.zeros(2, 3), torch.ones([2]), torch.full((2, 2), 7), torch.full([1], 2.5), torch.zeros(()))
print(torch.tensor([1, 2]), torch.tensor([[1.5], [2.0]]), torch.tensor(True), torch.tensor([True, False]), torch.tensor(3.5))
print(torch.tensor([1, 2], dtype=torch.float64), torch.tensor([1.7, -1.7], dtype=torch.int32), torch.tensor([1, 2.5]))
# Beyond float32: infinite, known or of the run.
far = 1e300 * int(torch.rand(1).item() < 2.0)
print(torch.tensor(1e300), torch.tensor([[1, -1e300], [True, 1e39]]), torch.tensor([far, 2]), torch.tensor([1e300, far]), torch.as_tensor(-far))
print(torch.tensor([1e6], dtype=torch.float16), torch.tensor(1e300).item(), torch.tensor([1e300]).double(), torch.tensor(1e-300), torch.tensor(3.4028235e38))
print(torch.arange(5), torch.arange(2, 8, 2), torch.arange(0, 1, 0.25), torch.arange(3.0), torch.arange(5, 0, -2))
print(torch.linspace(0, 1, 5), torch.eye(3), torch.eye(2, 3, dtype=torch.int64))
print(torch.zeros(2, dtype=torch.uint8), torch.ones(2, dtype=torch.int32), torch.zeros(2, dtype=torch.bool), torch.ones(1, dtype=torch.float64))
x = torch.ones(2, 3, dtype=torch.float64)
print(torch.zeros_like(x), torch.ones_like(x, dtype=torch.int64), torch.full_like(x, 3), torch.empty_like(x).fill_(2))
print(x.new_zeros(2), x.new_ones(1, 2), x.new_full((2,), 5.0))
print(x.shape, x.size(), x.size(0), x.size(-1), x.dim(), x.ndim, x.numel(), len(x), x.dtype, x.device, x.is_floating_point())
print(x.requires_grad, torch.ones(1, requires_grad=True), x.is_contiguous(), x.t().is_contiguous(), x.stride())
print(torch.empty(2, 0), torch.zeros(0), torch.zeros(0, dtype=torch.int64), torch.zeros(2, 0, 3).shape)
print(torch.stack([torch.zeros(2), torch.ones(2)]), torch.cat([torch.zeros(1, 2), torch.ones(2, 2)]))
print(torch.tensor([[1, 2], [3, 4]]).tolist(), torch.tensor(2.5).item(), torch.tensor([5]).item(), torch.scalar_tensor(2.0))


@torch.jit.script
def script_factories(n: int):
    a = torch.zeros(n, 2)
    b = torch.ones([n], dtype=torch.int64)
    c = torch.full([2], float(n))
    d = torch.arange(n)
    e = torch.tensor([1.5, float(n)])
    f = torch.tensor(n)
    g = torch.zeros_like(a, dtype=torch.float64)
    print(a.shape, b, c, d, e, f, g.dtype)
    return a.dtype == torch.float32, b.dtype, a.size(0) + a.numel(), a.device


print(script_factories(3))
