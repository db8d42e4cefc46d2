# Sorting of rows that are longer than what is sorted by insertion, of every dtype; topk of long rows.
import torch

torch.manual_seed(3)
x = torch.randn(5, 300)
x[0, 7] = float("nan")
x[1, 5], x[1, 250] = 0.0, -0.0
x[2, 9], x[2, 11] = float("inf"), -float("inf")
for dtype in (torch.float32, torch.float64, torch.int64, torch.int32, torch.uint8, torch.bool):
    y = (x.nan_to_num(0.5) * 20).to(torch.int64).to(dtype) if not dtype.is_floating_point else x.to(dtype)
    for descending in (False, True):
        values, order = torch.sort(y, dim=1, descending=descending, stable=True)
        print(dtype, values[:, ::60], order[:, ::60], order.sum(), torch.equal(y.gather(1, order), values))
    print(torch.sort(y, dim=0, stable=True).indices[:, 17])

print(x.topk(4), x.topk(4, largest=False))
print(x.topk(3, 0), x.double().topk(4, 1).indices)
long = torch.randint(0, 50, (3, 700))
print(long.topk(6), long.topk(10, largest=False), long.float().topk(1))
print(torch.arange(1000.0).topk(15), torch.arange(1000, 0, -1).topk(2, largest=False))
print(torch.tensor([float("nan")] * 100 + [1.0] * 100).topk(3).values)
few = torch.randn(4, 700, requires_grad=True)
few.topk(2, 1).values.sum().backward()
print(few.grad.sum(), few.grad.nonzero())
print(torch.zeros(0, 70).sort(1)[1].shape, torch.zeros(3, 0).sort(1)[1].shape, torch.zeros(3, 70).topk(0).values.shape)
