# What is its argument, a view of it, or a copy: written by make_aliases.py.
import torch


def tell(name, result, argument):
    print(name, float(result.sum()), "-" if argument is None else float(argument.sum()))

x = torch.arange(6.0).view(2, 3)
y = x[:]
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x[:]
y *= 3
tell('D x[:]', z, x)
x = torch.arange(6.0).view(3, 2).t()
y = x[:]
x += 100
z = y
x = torch.arange(6.0).view(3, 2).t()
y = x[:]
y *= 3
tell('T x[:]', z, x)
x = torch.arange(6.0).view(2, 3)
y = x[...]
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x[...]
y *= 3
tell('D x[...]', z, x)
x = torch.arange(6.0).view(3, 2).t()
y = x[...]
x += 100
z = y
x = torch.arange(6.0).view(3, 2).t()
y = x[...]
y *= 3
tell('T x[...]', z, x)
x = torch.arange(6.0).view(2, 3)
y = x[0]
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x[0]
y *= 3
tell('D x[0]', z, x)
x = torch.arange(6.0).view(3, 2).t()
y = x[0]
x += 100
z = y
x = torch.arange(6.0).view(3, 2).t()
y = x[0]
y *= 3
tell('T x[0]', z, x)
x = torch.arange(6.0).view(2, 3)
y = x[-1:]
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x[-1:]
y *= 3
tell('D x[-1:]', z, x)
x = torch.arange(6.0).view(2, 3)
y = x[:, 1]
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x[:, 1]
y *= 3
tell('D x[:, 1]', z, x)
x = torch.arange(6.0).view(2, 3)
y = x[:, ::2]
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x[:, ::2]
y *= 3
tell('D x[:, ::2]', z, x)
x = torch.arange(6.0).view(2, 3)
y = x[None]
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x[None]
y *= 3
tell('D x[None]', z, x)
x = torch.arange(6.0).view(2, 3)
y = x[0, 1:]
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x[0, 1:]
y *= 3
tell('D x[0, 1:]', z, x)
x = torch.arange(6.0).view(2, 3)
y = x[0, 0]
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x[0, 0]
y *= 3
tell('D x[0, 0]', z, x)
x = torch.arange(6.0).view(2, 3)
y = x[[0, 1]]
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x[[0, 1]]
y *= 3
tell('D x[[0, 1]]', z, x)
x = torch.arange(6.0).view(2, 3)
y = x[torch.tensor([1, 0])]
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x[torch.tensor([1, 0])]
y *= 3
tell('D x[torch.tensor([1, 0])]', z, x)
x = torch.arange(6.0).view(2, 3)
y = x[x >= 0]
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x[x >= 0]
y *= 3
tell('D x[x >= 0]', z, x)
x = torch.arange(6.0).view(2, 3)
y = x[torch.tensor(1)]
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x[torch.tensor(1)]
y *= 3
tell('D x[torch.tensor(1)]', z, x)
x = torch.arange(6.0).view(2, 3)
y = x[True]
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x[True]
y *= 3
tell('D x[True]', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.select(1, 0)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.select(1, 0)
y *= 3
tell('D x.select(1, 0)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.select(x, 0, 1)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.select(x, 0, 1)
y *= 3
tell('D torch.select(x, 0, 1)', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.narrow(1, 0, 2)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.narrow(1, 0, 2)
y *= 3
tell('D x.narrow(1, 0, 2)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.narrow(x, 0, 0, 2)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.narrow(x, 0, 0, 2)
y *= 3
tell('D torch.narrow(x, 0, 0, 2)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.narrow_copy(x, 0, 0, 2)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.narrow_copy(x, 0, 0, 2)
y *= 3
tell('D torch.narrow_copy(x, 0, 0, 2)', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.split(1)[0]
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.split(1)[0]
y *= 3
tell('D x.split(1)[0]', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.split(x, [1, 2], 1)[1]
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.split(x, [1, 2], 1)[1]
y *= 3
tell('D torch.split(x, [1, 2], 1)[1]', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.split(5)[0]
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.split(5)[0]
y *= 3
tell('D x.split(5)[0]', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.chunk(2)[1]
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.chunk(2)[1]
y *= 3
tell('D x.chunk(2)[1]', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.chunk(x, 1)[0]
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.chunk(x, 1)[0]
y *= 3
tell('D torch.chunk(x, 1)[0]', z, x)
x = torch.arange(4.0)
y = x.tensor_split(2)[1]
x += 100
z = y
x = torch.arange(4.0)
y = x.tensor_split(2)[1]
y *= 3
tell('V x.tensor_split(2)[1]', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.tensor_split(x, (1,), 1)[1]
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.tensor_split(x, (1,), 1)[1]
y *= 3
tell('D torch.tensor_split(x, (1,), 1)[1]', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.hsplit(x, 1)[0]
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.hsplit(x, 1)[0]
y *= 3
tell('D torch.hsplit(x, 1)[0]', z, x)
x = torch.arange(4.0)
y = torch.hsplit(x, 1)[0]
x += 100
z = y
x = torch.arange(4.0)
y = torch.hsplit(x, 1)[0]
y *= 3
tell('V torch.hsplit(x, 1)[0]', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.hsplit(3)[2]
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.hsplit(3)[2]
y *= 3
tell('D x.hsplit(3)[2]', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.vsplit(x, 2)[0]
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.vsplit(x, 2)[0]
y *= 3
tell('D torch.vsplit(x, 2)[0]', z, x)
x = torch.arange(8.0).view(2, 2, 2)
y = torch.dsplit(x, 2)[1]
x += 100
z = y
x = torch.arange(8.0).view(2, 2, 2)
y = torch.dsplit(x, 2)[1]
y *= 3
tell('C torch.dsplit(x, 2)[1]', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.unbind()[1]
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.unbind()[1]
y *= 3
tell('D x.unbind()[1]', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.unbind(x, 1)[0]
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.unbind(x, 1)[0]
y *= 3
tell('D torch.unbind(x, 1)[0]', z, x)
x = torch.arange(6.0).view(2, 3)
y = [row for row in x][0]
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = [row for row in x][0]
y *= 3
tell('D [row for row in x][0]', z, x)
x = torch.arange(6.0).view(2, 3)
y = list(x)[1]
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = list(x)[1]
y *= 3
tell('D list(x)[1]', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.index_select(0, torch.tensor([0, 1]))
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.index_select(0, torch.tensor([0, 1]))
y *= 3
tell('D x.index_select(0, torch.tensor([0, 1]))', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.take(torch.tensor([0, 1]))
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.take(torch.tensor([0, 1]))
y *= 3
tell('D x.take(torch.tensor([0, 1]))', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.gather(0, torch.zeros(1, 3, dtype=torch.int64))
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.gather(0, torch.zeros(1, 3, dtype=torch.int64))
y *= 3
tell('D x.gather(0, torch.zeros(1, 3, dtype=torch.int64))', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.masked_select(x > -1)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.masked_select(x > -1)
y *= 3
tell('D x.masked_select(x > -1)', z, x)
