# Products with one to three rows or columns, of whole numbers, which are exact
# in every type: neighbours along the sum and across it, split sums, batches.
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


def run(kind: str, dtype: torch.dtype):
    for few, many, depth in [(1, 256, 64), (2, 300, 72), (3, 37, 1030), (1, 1001, 33), (2, 8, 4096)]:
        x = numbers(few, depth, 1, 3).to(dtype).to(cuda)
        w = numbers(depth, many, 2, 5).to(dtype).to(cuda)
        name = kind + " " + str((few, many, depth))
        show(name + " columns", x @ w)
        show(name + " rows", torch.nn.functional.linear(x, w.t().contiguous()))
        show(name + " right", w.t() @ x.t())
        show(name + " right of rows", w.t().contiguous() @ x.t().contiguous())
    v = numbers(1, 512, 2, 2).flatten().to(dtype).to(cuda)
    w = numbers(192, 512, 1, 3).to(dtype).to(cuda)
    show(kind + " vector", torch.relu(w @ v + 1))
    show(kind + " vector on the left", v[:192] @ w)
    parts = numbers(1, 65 * 64 + 3, 3, 2).flatten().to(dtype).to(cuda)
    for begin in (0, 1, 2):
        show(kind + " from " + str(begin), parts[begin:begin + 64].view(1, 64) @ parts[begin + 64:begin + 65 * 64].view(64, 64))
    x = numbers(5 * 2, 80, 1, 1).view(5, 2, 80).to(dtype).to(cuda)
    w = numbers(5 * 80, 64, 2, 3).view(5, 80, 64).to(dtype).to(cuda)
    show(kind + " batches", x @ w)
    show(kind + " batches of one", x[:, :1] @ w)
    # One step of attention over what was kept.
    show(kind + " scores", x[:, :1, :64] @ w.transpose(1, 2)[:, :64])


run("exact", torch.float32)
run("bfloat16", torch.bfloat16)
run("float16", torch.float16)
image = numbers(8 * 9, 11, 1, 2).view(1, 8, 9, 11).to(cuda).requires_grad_()
filters = numbers(3 * 8, 9, 2, 3).view(3, 8, 3, 3).to(cuda).requires_grad_()
y = torch.nn.functional.conv2d(image, filters, padding=1)
show("three channels", y)
(y * y).sum().backward()
show("gradient of the image", image.grad)
show("gradient of the filters", filters.grad)
