# What is its argument, a view of it, or a copy: written by make_aliases.py.
import torch


def tell(name, result, argument):
    print(name, float(result.sum()), "-" if argument is None else float(argument.sum()))

x = torch.arange(6.0).view(2, 3)
y = x.permute(*range(x.dim()))
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.permute(*range(x.dim()))
y *= 3
tell('D x.permute(*range(x.dim()))', z, x)
x = torch.arange(9.0).view(3, 3)
y = x.permute(*range(x.dim()))
x += 100
z = y
x = torch.arange(9.0).view(3, 3)
y = x.permute(*range(x.dim()))
y *= 3
tell('Q x.permute(*range(x.dim()))', z, x)
x = torch.arange(8.0).view(2, 2, 2)
y = x.permute(*range(x.dim()))
x += 100
z = y
x = torch.arange(8.0).view(2, 2, 2)
y = x.permute(*range(x.dim()))
y *= 3
tell('C x.permute(*range(x.dim()))', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.permute(1, 0)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.permute(1, 0)
y *= 3
tell('D x.permute(1, 0)', z, x)
x = torch.arange(8.0).view(2, 2, 2)
y = torch.permute(x, (2, 0, 1))
x += 100
z = y
x = torch.arange(8.0).view(2, 2, 2)
y = torch.permute(x, (2, 0, 1))
y *= 3
tell('C torch.permute(x, (2, 0, 1))', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.t()
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.t()
y *= 3
tell('D x.t()', z, x)
x = torch.arange(6.0).view(3, 2).t()
y = x.t()
x += 100
z = y
x = torch.arange(6.0).view(3, 2).t()
y = x.t()
y *= 3
tell('T x.t()', z, x)
x = torch.arange(4.0)
y = x.t()
x += 100
z = y
x = torch.arange(4.0)
y = x.t()
y *= 3
tell('V x.t()', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.t(x)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.t(x)
y *= 3
tell('D torch.t(x)', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.T
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.T
y *= 3
tell('D x.T', z, x)
x = torch.arange(8.0).view(2, 2, 2)
y = x.mT
x += 100
z = y
x = torch.arange(8.0).view(2, 2, 2)
y = x.mT
y *= 3
tell('C x.mT', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.mT
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.mT
y *= 3
tell('D x.mT', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.H
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.H
y *= 3
tell('D x.H', z, x)
x = torch.arange(8.0).view(2, 2, 2)
y = x.adjoint()
x += 100
z = y
x = torch.arange(8.0).view(2, 2, 2)
y = x.adjoint()
y *= 3
tell('C x.adjoint()', z, x)
x = torch.arange(8.0).view(2, 2, 2)
y = torch.adjoint(x)
x += 100
z = y
x = torch.arange(8.0).view(2, 2, 2)
y = torch.adjoint(x)
y *= 3
tell('C torch.adjoint(x)', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.transpose(0, 1)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.transpose(0, 1)
y *= 3
tell('D x.transpose(0, 1)', z, x)
x = torch.arange(8.0).view(2, 2, 2)
y = x.transpose(0, 1)
x += 100
z = y
x = torch.arange(8.0).view(2, 2, 2)
y = x.transpose(0, 1)
y *= 3
tell('C x.transpose(0, 1)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.transpose(x, 1, 1)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.transpose(x, 1, 1)
y *= 3
tell('D torch.transpose(x, 1, 1)', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.swapaxes(0, 1)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.swapaxes(0, 1)
y *= 3
tell('D x.swapaxes(0, 1)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.swapdims(x, 0, 1)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.swapdims(x, 0, 1)
y *= 3
tell('D torch.swapdims(x, 0, 1)', z, x)
x = torch.arange(8.0).view(2, 2, 2)
y = x.movedim(0, 2)
x += 100
z = y
x = torch.arange(8.0).view(2, 2, 2)
y = x.movedim(0, 2)
y *= 3
tell('C x.movedim(0, 2)', z, x)
x = torch.arange(8.0).view(2, 2, 2)
y = torch.movedim(x, 1, 1)
x += 100
z = y
x = torch.arange(8.0).view(2, 2, 2)
y = torch.movedim(x, 1, 1)
y *= 3
tell('C torch.movedim(x, 1, 1)', z, x)
x = torch.arange(8.0).view(2, 2, 2)
y = torch.moveaxis(x, (0, 1), (1, 0))
x += 100
z = y
x = torch.arange(8.0).view(2, 2, 2)
y = torch.moveaxis(x, (0, 1), (1, 0))
y *= 3
tell('C torch.moveaxis(x, (0, 1), (1, 0))', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.rot90(x)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.rot90(x)
y *= 3
tell('D torch.rot90(x)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.rot90(x, 0)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.rot90(x, 0)
y *= 3
tell('D torch.rot90(x, 0)', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.flip(0)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.flip(0)
y *= 3
tell('D x.flip(0)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.fliplr(x)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.fliplr(x)
y *= 3
tell('D torch.fliplr(x)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.flipud(x)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.flipud(x)
y *= 3
tell('D torch.flipud(x)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.roll(x, 0)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.roll(x, 0)
y *= 3
tell('D torch.roll(x, 0)', z, x)
x = torch.arange(4.0)
y = x.roll(1)
x += 100
z = y
x = torch.arange(4.0)
y = x.roll(1)
y *= 3
tell('V x.roll(1)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.einsum("ij->ji", x)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.einsum("ij->ji", x)
y *= 3
tell('D torch.einsum("ij->ji", x)', z, x)
x = torch.arange(9.0).view(3, 3)
y = torch.einsum("ii->i", x)
x += 100
z = y
x = torch.arange(9.0).view(3, 3)
y = torch.einsum("ii->i", x)
y *= 3
tell('Q torch.einsum("ii->i", x)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.einsum("ij->ij", x)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.einsum("ij->ij", x)
y *= 3
tell('D torch.einsum("ij->ij", x)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.einsum("ij->i", x)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.einsum("ij->i", x)
y *= 3
tell('D torch.einsum("ij->i", x)', z, x)
x = torch.arange(8.0).view(2, 2, 2)
y = torch.einsum("iij->ij", x)
x += 100
z = y
x = torch.arange(8.0).view(2, 2, 2)
y = torch.einsum("iij->ij", x)
y *= 3
tell('C torch.einsum("iij->ij", x)', z, x)
x = torch.arange(8.0).view(2, 2, 2)
y = torch.einsum("iij->ji", x)
x += 100
z = y
x = torch.arange(8.0).view(2, 2, 2)
y = torch.einsum("iij->ji", x)
y *= 3
tell('C torch.einsum("iij->ji", x)', z, x)
x = torch.arange(8.0).view(2, 2, 2)
y = torch.einsum("...ij->...ji", x)
x += 100
z = y
x = torch.arange(8.0).view(2, 2, 2)
y = torch.einsum("...ij->...ji", x)
y *= 3
tell('C torch.einsum("...ij->...ji", x)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.einsum("ij", x)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.einsum("ij", x)
y *= 3
tell('D torch.einsum("ij", x)', z, x)
x = torch.arange(4.0)
y = torch.einsum("i,->i", x, torch.tensor(1.0))
x += 100
z = y
x = torch.arange(4.0)
y = torch.einsum("i,->i", x, torch.tensor(1.0))
y *= 3
tell('V torch.einsum("i,->i", x, torch.tensor(1.0))', z, x)
