# Objects of type slice, and assignment to slices of lists.
import torch
torch.manual_seed(0)

a, b, c, d = slice(1, 3), slice(None, 2), slice(2), slice(None, None, 2)
print(a, b, c, d, slice(3, 1, -1))
print(a.start, a.stop, a.step, c.start, d.step, isinstance(a, slice), isinstance([1], slice))
n = int(torch.ones(2).sum())
run = slice(0, n)
print(run, run.stop)
x = torch.arange(20.0).reshape(4, 5)
print(x[a], x[a, b], x[..., c], x[run], x[(slice(None), run)])
print("hello"[a], (1, 2, 3)[b], [1, 2, 3, 4][d], [1, 2, 3][run], "hello"[run])
where = [slice(None)] * x.dim()
where[1] = slice(1, 4, 2)
print(x[tuple(where)], x[(*((slice(None),) * 1), None, ...)].shape)
x[a] = 0
x[tuple(where)] += 1
print(x)


def crop(x, dim, start, length):
    index = [slice(None) for _ in range(x.dim())]
    index[dim] = slice(start, start + length)
    return x[tuple(index)]


w = torch.ones(3, 4, requires_grad=True)
(crop(w, 0, 1, 2) * 2 + crop(w, 1, 0, 1)[1:]).sum().backward()
print(w.grad)


class Rows:
    def __init__(self, values):
        self.values = values

    def __getitem__(self, index):
        if isinstance(index, slice):
            return [self.values[i] for i in range(index.start or 0, index.stop)]
        return self.values[index]


rows = Rows([5, 6, 7, 8])
print(rows[1:3], rows[:2], rows[0], rows[slice(1, 2)])

values = [0, 1, 2, 3, 4, 5]
values[1:3] = [10, 20, 30]
print(values)
values[a] = ()
print(values)
values[::2] = "abc"
print(values)
values[4:] = [x.shape[0], *x.shape]
values[-1:-1] = range(2)
print(values)
values[3:1] = ["here"]
values[10:] = ["end"]
print(values)
alias = values
alias[:] = [1, 2]
print(values, len(alias))
sizes = [-1] * 4
part = slice(1, 3)
sizes[part] = torch.zeros(2, 3, 4, 5).shape[part]
print(sizes)
for i in range(3):
    sizes[i:i + 1] = [i, i]
print(sizes)
try:
    values[::2] = [1, 2, 3]
except ValueError as error:
    print(error)
