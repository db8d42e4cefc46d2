# Products of whole numbers, which are exact in every type: factors by rows and
# by columns, in memory that begins at any element, with edges of all sizes.
import torch

cuda = torch.device("cuda")


def numbers(rows: int, columns: int, first: int, step: int):
    made = (torch.arange(rows * columns) * step + first) % 7 - 3
    return made.view(rows, columns).float()


def show(name: str, y: torch.Tensor):
    y = y.float().cpu()
    weights = (torch.arange(y.numel()) % 13).view(y.shape).float()
    print(name, list(y.shape), int(y.sum()), int((y * weights).sum()), y.flatten()[:3].tolist(),
          y.flatten()[-3:].tolist())


def products(name: str, x: torch.Tensor, w: torch.Tensor):
    show(name + " rows, columns", x @ w)
    show(name + " rows, rows", x @ w.t().contiguous().t())
    show(name + " columns, columns", x.t().contiguous().t() @ w)
    show(name + " columns, rows", x.t().contiguous().t() @ w.t().contiguous().t())


def run(kind: str, dtype: torch.dtype):
    for rows, columns, depth in [(64, 64, 64), (100, 72, 40), (132, 136, 8), (67, 65, 33), (8, 200, 96),
                                 (40, 40, 1024)]:
        x = numbers(rows, depth, 1, 3).to(dtype).to(cuda)
        w = numbers(depth, columns, 2, 5).to(dtype).to(cuda)
        products(kind + " " + str((rows, columns, depth)), x, w)
    # Parts of a tensor begin at any element.
    parts = numbers(1, 3 * 4096 + 8, 3, 2).flatten().to(dtype).to(cuda)
    for begin in (0, 1, 4, 8):
        x = parts[begin:begin + 4096].view(64, 64)
        show(kind + " from " + str(begin), x @ parts[4096:8192].view(64, 64))
    # Batches, and lines that are longer than the matrix.
    x = numbers(4 * 24, 64, 1, 1).view(4, 24, 64).to(dtype).to(cuda)
    w = numbers(4 * 64, 40, 2, 3).view(4, 64, 40).to(dtype).to(cuda)
    show(kind + " batches", x @ w)
    show(kind + " slices", x[:, :20, 8:40] @ w[:, 16:48, :36])
    show(kind + " heads", x.view(4, 24, 2, 32).transpose(1, 2) @ w.view(4, 64, 2, 20)[:, :32].transpose(1, 2))
    # Enough for the largest tiles.
    x = numbers(1100, 96, 1, 5).to(dtype).to(cuda)
    products(kind + " many", x, numbers(96, 1160, 3, 4).to(dtype).to(cuda))
    # Gradients of a layer, of which two products have the same shape.
    w = torch.nn.Parameter(numbers(48, 48, 2, 2).to(dtype).to(cuda))
    x = numbers(48, 48, 3, 1).to(dtype).to(cuda).requires_grad_()
    (x @ w.t()).sum().backward()
    show(kind + " gradient of x", x.grad)
    show(kind + " gradient of w", w.grad)


run("exact", torch.float32)
run("bfloat16", torch.bfloat16)
