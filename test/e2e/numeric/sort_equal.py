# The order of equal elements, which is that of PyTorch's functions: sort, argsort, topk, kthvalue,
# mode and median; of long and short rows, of all kinds of elements, with sizes that the run decides.
import torch


def digest(places):
    """A number that changes with the order."""
    flat = places.reshape(-1)
    return int((flat * (torch.arange(flat.size(0)) % 1009 + 1)).sum())


def sorts(x):
    up, down = torch.sort(x), torch.sort(x, descending=True)
    return digest(up.indices), digest(down.indices), float(up.values[0]), float(down.values[0])


def tops(x, k):
    print(k, [digest(torch.topk(x, k, largest=largest, sorted=order).indices)
              for largest in (True, False) for order in (True, False)],
          digest(torch.kthvalue(x, k).indices), float(torch.kthvalue(x, k).values))


def row(size):
    x = torch.randint(0, 5, (size,))
    print(size, sorts(x.float()), digest(torch.argsort(x, dim=0)), digest(torch.argsort(x, stable=True)))
    y = torch.randint(0, 300, (size,))
    print(sorts(y), sorts(y.to(torch.uint8)), digest(y.to(torch.bfloat16).argsort()), digest((x > 2).argsort()))
    print(torch.mode(x), torch.mode(y.float()))
    return x.float(), y


torch.manual_seed(0)
for size in (17, 1000):
    x = torch.randint(0, 5, (size,))
    print(sorts(x), sorts(x.float()))
tops(x.float(), 12)
tops(x.float(), 500)

# Sizes of the run.
sizes = torch.tensor([1, 2, 3, 5, 16, 17, 25, 40, 48, 49, 64, 100, 129, 1000, 4097])
for i in range(int(torch.randint(15, 16, ()))):
    size = int(sizes[i])
    x, y = row(size)
    for k in [1, 2, size // 64, size // 2, size - 1, size]:
        if 0 < k <= size:
            tops(x, k)
            tops(y, k)

# One row of so many ints is sorted by its digits.
for size in (32767, 32768, 50000):
    x = torch.randint(0, 100, (size,))
    print(size, sorts(x), sorts(x.float()), digest(torch.sort(x.reshape(2, -1), 1).indices) if size % 2 == 0 else "")

# NaN and both zeros.
nan, inf = float("nan"), float("inf")
x = torch.tensor([0.0, -0.0, nan, 1.0, inf, -inf, 0.0, nan, -0.0, 1.0] * 5)
for values, indices in (x.sort(), x.sort(descending=True), x.topk(20), x.topk(20, largest=False), x.topk(12, sorted=False)):
    print(values)
    print(indices)
zeros = torch.tensor([0.0, -0.0, 0.5, 1.0, -1.0, inf])
print(zeros.median(), zeros.nanmedian(), x.median(), x.nanmedian(), x.median(0), x.nanmedian(0))
print(zeros.median(0), zeros.kthvalue(3))

# Other dimensions, and rows of the run.
rows = int(torch.randint(6, 7, ()))
x = torch.randint(0, 4, (rows, 30, 2)).float()
print(digest(x.sort(1).indices), digest(x.sort(1, descending=True).indices), digest(x.argsort(0)))
print(digest(x.topk(7, 1).indices), digest(x.topk(rows, 0, largest=False).indices),
      digest(x.kthvalue(9, 1).indices), digest(x.kthvalue(rows, 0, keepdim=True).indices))
print(digest(x.mode(1).indices), digest(x.median(1).indices), x.median())
for k in range(rows + 1):
    print(digest(x.topk(k, 1).indices), x.topk(k, 1).values.sum())

# The gradient goes to those that were taken.
x = torch.randint(0, 4, (40,)).float().requires_grad_()
weights = torch.arange(40.0)
(x.sort().values * weights).sum().backward()
print(x.grad)
x.grad = None
(x.topk(9).values * weights[:9]).sum().backward()
print(x.grad)
x.grad = None
(x.kthvalue(20).values + 2 * x.mode().values + 3 * x.median() + 4 * x.median(0).values + 5 * x.nanmedian()).backward()
print(x.grad)

# A batch that is packed by its lengths.
lengths = torch.randint(1, 4, (20,))
packed = torch.nn.utils.rnn.pack_padded_sequence(torch.randn(3, 20, 1), lengths, enforce_sorted=False)
print(packed.sorted_indices, packed.unsorted_indices, packed.batch_sizes)
