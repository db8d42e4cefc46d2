# Copies whose dimensions change places: squares of vectors, and what these leave over.
import torch


def check(name, x, y):
    # The same elements in another order: each is found where its number says.
    print(name, tuple(y.shape), y.double().sum().item(), y.reshape(-1)[:3].tolist(),
          (y.reshape(-1).double() * torch.arange(y.numel())).sum().item())


def numbers(*sizes):
    count = 1
    for size in sizes:
        count *= size
    return (torch.arange(count) % 8191).reshape(sizes)


for dtype in (torch.float32, torch.float64, torch.int64, torch.int32):
    x = numbers(37, 53).to(dtype)
    check("matrix", x, x.t().contiguous())
    x = numbers(5, 48, 33).to(dtype)
    check("batch", x, x.transpose(1, 2).contiguous())
    check("all", x, x.permute(2, 1, 0).contiguous())
    check("first", x, x.permute(2, 0, 1).contiguous())
    check("outer", x, x.permute(1, 0, 2).contiguous())
x = numbers(1, 300, 1, 3, 3, 120).float()
check("weights", x, x.permute(0, 5, 1, 2, 3, 4).contiguous())
x = numbers(700, 1, 900, 1).float()
check("chunks", x, x.permute(2, 1, 3, 0).contiguous())
x = numbers(2, 3, 40, 50, 16).float()
check("heads", x, x.permute(0, 4, 1, 3, 2).contiguous())
x = numbers(64, 96).float()
check("part", x, x[3:60, 5:90].t().contiguous())
check("narrow", x, x[:, 1:4].t().contiguous())


def free(rows: int, columns: int):
    x = torch.arange(rows * columns).reshape(rows, columns).float()
    check("free", x, x.t().contiguous())


for n in torch.tensor([0, 1, 17, 600]).tolist():
    free(n, n + 3)
