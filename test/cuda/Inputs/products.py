# Each kind of product of codegen/device/Products.cpp, with sizes that are no
# multiples of its tiles.
import torch

cuda = torch.device('cuda')


def numbers(*sizes: int, dtype: torch.dtype = torch.float32):
    count = 1
    for size in sizes:
        count *= size
    values = torch.arange(count) % 23 - 11
    return (values + torch.arange(count) % 7).reshape(sizes).to(dtype).to(cuda)


def show(name, x):
    # Every element counts, and where it is.
    weights = (torch.arange(x.numel(), device=cuda) % 11 - 5).to(x.dtype)
    print(name, x.sum().item(), (x.flatten() * weights).sum().item(),
          x.flatten()[-1].item())


# Small whole numbers: sums are exact in any order.
for dtype in [torch.float32, torch.float64, torch.int32, torch.int64]:
    a, b = numbers(21, 35, dtype=dtype), numbers(35, 30, dtype=dtype)
    show('32', a @ b)
    at, bt = numbers(35, 21, dtype=dtype), numbers(30, 35, dtype=dtype)
    show('32 a', at.t() @ b)
    show('32 b', a @ bt.t())
    show('32 ab', at.t() @ bt.t())

for dtype in [torch.float32, torch.float64]:
    a, b = numbers(70, 19, dtype=dtype), numbers(19, 130, dtype=dtype)
    show('64', a @ b)
    at, bt = numbers(19, 70, dtype=dtype), numbers(130, 19, dtype=dtype)
    show('64 a', at.t() @ b)
    show('64 b', a @ bt.t())
    show('64 ab', at.t() @ bt.t())

# Enough tiles for the largest ones.
a, b = numbers(40, 130, 17), numbers(40, 17, 66)
show('128', torch.bmm(a, b))
at, bt = numbers(40, 17, 130), numbers(40, 66, 17)
show('128 a', torch.bmm(at.transpose(1, 2), b))
show('128 b', torch.bmm(a, bt.transpose(1, 2)))
show('128 ab', torch.bmm(at.transpose(1, 2), bt.transpose(1, 2)))

# Batches in two dimensions, a factor that is the same for all of them.
show('batches', numbers(3, 2, 9, 5) @ numbers(3, 2, 5, 7))
show('shared', numbers(3, 2, 9, 5) @ numbers(5, 7))
show('einsum', torch.einsum('bhik,bjhk->bihj', numbers(2, 3, 9, 5), numbers(2, 8, 3, 5)))

# Gradients: factors that are transposed, and not copied.
def gradients(name, y, x, w):
    seed = (torch.arange(y.numel(), device=cuda) % 5 - 2).reshape(y.shape).to(y.dtype)
    gx, gw = torch.autograd.grad([y], [x, w], [seed])
    show(name, y)
    show('  left', gx)
    show('  right', gw)


for dtype in [torch.float32, torch.float64]:
    for rows, columns in [(21, 30), (70, 130)]:
        x = numbers(rows, 37, dtype=dtype).requires_grad_()
        w = numbers(columns, 37, dtype=dtype).requires_grad_()
        gradients('linear', torch.nn.functional.linear(x, w), x, w)
x, w = numbers(40, 130, 67).requires_grad_(), numbers(40, 67, 70).requires_grad_()
gradients('batches', torch.bmm(x, w), x, w)

# Long sums, which several blocks share.
show('parts', numbers(33, 1101) @ numbers(1101, 40))
show('parts of batches', torch.bmm(numbers(2, 9, 1024), numbers(2, 1024, 5)))

# Sizes of the run.
for n in torch.tensor([1, 5, 65]).tolist():
    x = torch.arange(n * 6, dtype=torch.float32, device=cuda).reshape(n, 6)
    show('rows', x @ numbers(6, 12))
    show('sum', x.t() @ x)

# Rounded sums: the order is that of k.
x = torch.linspace(-1, 1, 50 * 60).reshape(50, 60).to(cuda)
show('rounded', torch.addmm(x[:, :50], x, x.t()))
