# What is its argument, a view of it, or a copy: written by make_aliases.py.
import numpy as np
import torch


def tell(name, result, argument):
    print(name, float(result.sum()), "-" if argument is None else float(argument.sum()))

x = torch.arange(6.0).view(2, 3)
y = x.view(-1) if x.is_contiguous() else x.reshape(-1)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.view(-1) if x.is_contiguous() else x.reshape(-1)
y *= 3
tell('D x.view(-1) if x.is_contiguous() else x.reshape(-1)', z, x)
x = torch.arange(6.0).view(3, 2).t()
y = x.view(-1) if x.is_contiguous() else x.reshape(-1)
x += 100
z = y
x = torch.arange(6.0).view(3, 2).t()
y = x.view(-1) if x.is_contiguous() else x.reshape(-1)
y *= 3
tell('T x.view(-1) if x.is_contiguous() else x.reshape(-1)', z, x)
x = torch.arange(4.0)
y = x.view(-1) if x.is_contiguous() else x.reshape(-1)
x += 100
z = y
x = torch.arange(4.0)
y = x.view(-1) if x.is_contiguous() else x.reshape(-1)
y *= 3
tell('V x.view(-1) if x.is_contiguous() else x.reshape(-1)', z, x)
x = torch.tensor(5.0)
y = x.view(-1) if x.is_contiguous() else x.reshape(-1)
x += 100
z = y
x = torch.tensor(5.0)
y = x.view(-1) if x.is_contiguous() else x.reshape(-1)
y *= 3
tell('S x.view(-1) if x.is_contiguous() else x.reshape(-1)', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.view(x.dtype)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.view(x.dtype)
y *= 3
tell('D x.view(x.dtype)', z, x)
x = torch.arange(6.0, dtype=torch.float64).view(2, 3)
y = x.view(x.dtype)
x += 100
z = y
x = torch.arange(6.0, dtype=torch.float64).view(2, 3)
y = x.view(x.dtype)
y *= 3
tell('F x.view(x.dtype)', z, x)
x = torch.arange(6).view(2, 3)
y = x.view(x.dtype)
x += 100
z = y
x = torch.arange(6).view(2, 3)
y = x.view(x.dtype)
y *= 3
tell('I x.view(x.dtype)', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.view(3, 2)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.view(3, 2)
y *= 3
tell('D x.view(3, 2)', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.view_as(torch.zeros(6))
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.view_as(torch.zeros(6))
y *= 3
tell('D x.view_as(torch.zeros(6))', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.reshape(-1)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.reshape(-1)
y *= 3
tell('D x.reshape(-1)', z, x)
x = torch.arange(6.0).view(3, 2).t()
y = x.reshape(-1)
x += 100
z = y
x = torch.arange(6.0).view(3, 2).t()
y = x.reshape(-1)
y *= 3
tell('T x.reshape(-1)', z, x)
x = torch.arange(8.0).view(2, 4)[:, 1:]
y = x.reshape(-1)
x += 100
z = y
x = torch.arange(8.0).view(2, 4)[:, 1:]
y = x.reshape(-1)
y *= 3
tell('L x.reshape(-1)', z, x)
x = torch.arange(9.0).view(3, 3)
y = x.reshape(-1)
x += 100
z = y
x = torch.arange(9.0).view(3, 3)
y = x.reshape(-1)
y *= 3
tell('Q x.reshape(-1)', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.reshape(2, 3)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.reshape(2, 3)
y *= 3
tell('D x.reshape(2, 3)', z, x)
x = torch.arange(6.0).view(3, 2).t()
y = x.reshape(2, 3)
x += 100
z = y
x = torch.arange(6.0).view(3, 2).t()
y = x.reshape(2, 3)
y *= 3
tell('T x.reshape(2, 3)', z, x)
x = torch.arange(8.0).view(2, 4)[:, 1:]
y = x.reshape(2, 3)
x += 100
z = y
x = torch.arange(8.0).view(2, 4)[:, 1:]
y = x.reshape(2, 3)
y *= 3
tell('L x.reshape(2, 3)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.reshape(x, (3, 2))
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.reshape(x, (3, 2))
y *= 3
tell('D torch.reshape(x, (3, 2))', z, x)
x = torch.arange(6.0).view(3, 2).t()
y = torch.reshape(x, (3, 2))
x += 100
z = y
x = torch.arange(6.0).view(3, 2).t()
y = torch.reshape(x, (3, 2))
y *= 3
tell('T torch.reshape(x, (3, 2))', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.reshape_as(torch.zeros(3, 2))
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.reshape_as(torch.zeros(3, 2))
y *= 3
tell('D x.reshape_as(torch.zeros(3, 2))', z, x)
x = torch.arange(6.0).view(3, 2).t()
y = x.reshape_as(torch.zeros(3, 2))
x += 100
z = y
x = torch.arange(6.0).view(3, 2).t()
y = x.reshape_as(torch.zeros(3, 2))
y *= 3
tell('T x.reshape_as(torch.zeros(3, 2))', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.ravel()
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.ravel()
y *= 3
tell('D x.ravel()', z, x)
x = torch.arange(6.0).view(3, 2).t()
y = x.ravel()
x += 100
z = y
x = torch.arange(6.0).view(3, 2).t()
y = x.ravel()
y *= 3
tell('T x.ravel()', z, x)
x = torch.arange(8.0).view(2, 4)[:, 1:]
y = x.ravel()
x += 100
z = y
x = torch.arange(8.0).view(2, 4)[:, 1:]
y = x.ravel()
y *= 3
tell('L x.ravel()', z, x)
x = torch.arange(4.0)
y = x.ravel()
x += 100
z = y
x = torch.arange(4.0)
y = x.ravel()
y *= 3
tell('V x.ravel()', z, x)
x = torch.tensor(5.0)
y = x.ravel()
x += 100
z = y
x = torch.tensor(5.0)
y = x.ravel()
y *= 3
tell('S x.ravel()', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.ravel(x)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.ravel(x)
y *= 3
tell('D torch.ravel(x)', z, x)
x = torch.arange(6.0).view(3, 2).t()
y = torch.ravel(x)
x += 100
z = y
x = torch.arange(6.0).view(3, 2).t()
y = torch.ravel(x)
y *= 3
tell('T torch.ravel(x)', z, x)
x = torch.arange(8.0).view(2, 4)[:, 1:]
y = torch.ravel(x)
x += 100
z = y
x = torch.arange(8.0).view(2, 4)[:, 1:]
y = torch.ravel(x)
y *= 3
tell('L torch.ravel(x)', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.flatten()
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.flatten()
y *= 3
tell('D x.flatten()', z, x)
x = torch.arange(6.0).view(3, 2).t()
y = x.flatten()
x += 100
z = y
x = torch.arange(6.0).view(3, 2).t()
y = x.flatten()
y *= 3
tell('T x.flatten()', z, x)
x = torch.arange(8.0).view(2, 4)[:, 1:]
y = x.flatten()
x += 100
z = y
x = torch.arange(8.0).view(2, 4)[:, 1:]
y = x.flatten()
y *= 3
tell('L x.flatten()', z, x)
x = torch.arange(4.0)
y = x.flatten()
x += 100
z = y
x = torch.arange(4.0)
y = x.flatten()
y *= 3
tell('V x.flatten()', z, x)
x = torch.tensor(5.0)
y = x.flatten()
x += 100
z = y
x = torch.tensor(5.0)
y = x.flatten()
y *= 3
tell('S x.flatten()', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.flatten(x, 1)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.flatten(x, 1)
y *= 3
tell('D torch.flatten(x, 1)', z, x)
x = torch.arange(6.0).view(3, 2).t()
y = torch.flatten(x, 1)
x += 100
z = y
x = torch.arange(6.0).view(3, 2).t()
y = torch.flatten(x, 1)
y *= 3
tell('T torch.flatten(x, 1)', z, x)
x = torch.arange(8.0).view(2, 2, 2)
y = torch.flatten(x, 1)
x += 100
z = y
x = torch.arange(8.0).view(2, 2, 2)
y = torch.flatten(x, 1)
y *= 3
tell('C torch.flatten(x, 1)', z, x)
x = torch.arange(8.0).view(2, 2, 2)
y = x.flatten(0, 1)
x += 100
z = y
x = torch.arange(8.0).view(2, 2, 2)
y = x.flatten(0, 1)
y *= 3
tell('C x.flatten(0, 1)', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.unflatten(1, (3, 1))
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.unflatten(1, (3, 1))
y *= 3
tell('D x.unflatten(1, (3, 1))', z, x)
x = torch.arange(4.0)
y = torch.unflatten(x, 0, (2, 2))
x += 100
z = y
x = torch.arange(4.0)
y = torch.unflatten(x, 0, (2, 2))
y *= 3
tell('V torch.unflatten(x, 0, (2, 2))', z, x)
x = torch.arange(3.0).view(1, 3, 1)
y = x.squeeze()
x += 100
z = y
x = torch.arange(3.0).view(1, 3, 1)
y = x.squeeze()
y *= 3
tell('O x.squeeze()', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.squeeze()
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.squeeze()
y *= 3
tell('D x.squeeze()', z, x)
x = torch.arange(3.0).view(1, 3, 1)
y = x.squeeze(0)
x += 100
z = y
x = torch.arange(3.0).view(1, 3, 1)
y = x.squeeze(0)
y *= 3
tell('O x.squeeze(0)', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.squeeze(0)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.squeeze(0)
y *= 3
tell('D x.squeeze(0)', z, x)
x = torch.arange(3.0).view(1, 3, 1)
y = x.squeeze(-1)
x += 100
z = y
x = torch.arange(3.0).view(1, 3, 1)
y = x.squeeze(-1)
y *= 3
tell('O x.squeeze(-1)', z, x)
x = torch.arange(3.0).view(1, 3, 1)
y = torch.squeeze(x, (0, 2))
x += 100
z = y
x = torch.arange(3.0).view(1, 3, 1)
y = torch.squeeze(x, (0, 2))
y *= 3
tell('O torch.squeeze(x, (0, 2))', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.unsqueeze(0)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.unsqueeze(0)
y *= 3
tell('D x.unsqueeze(0)', z, x)
x = torch.arange(4.0)
y = x.unsqueeze(0)
x += 100
z = y
x = torch.arange(4.0)
y = x.unsqueeze(0)
y *= 3
tell('V x.unsqueeze(0)', z, x)
x = torch.tensor(5.0)
y = x.unsqueeze(0)
x += 100
z = y
x = torch.tensor(5.0)
y = x.unsqueeze(0)
y *= 3
tell('S x.unsqueeze(0)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.unsqueeze(x, -1)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.unsqueeze(x, -1)
y *= 3
tell('D torch.unsqueeze(x, -1)', z, x)
x = torch.arange(9.0).view(3, 3)
y = x.diagonal()
x += 100
z = y
x = torch.arange(9.0).view(3, 3)
y = x.diagonal()
y *= 3
tell('Q x.diagonal()', z, x)
x = torch.arange(8.0).view(2, 2, 2)
y = x.diagonal()
x += 100
z = y
x = torch.arange(8.0).view(2, 2, 2)
y = x.diagonal()
y *= 3
tell('C x.diagonal()', z, x)
x = torch.arange(8.0).view(2, 2, 2)
y = torch.diagonal(x, 1)
x += 100
z = y
x = torch.arange(8.0).view(2, 2, 2)
y = torch.diagonal(x, 1)
y *= 3
tell('C torch.diagonal(x, 1)', z, x)
x = torch.arange(8.0).view(2, 2, 2)
y = x.diagonal(0, 1, 2)
x += 100
z = y
x = torch.arange(8.0).view(2, 2, 2)
y = x.diagonal(0, 1, 2)
y *= 3
tell('C x.diagonal(0, 1, 2)', z, x)
x = torch.arange(9.0).view(3, 3)
y = x.diag()
x += 100
z = y
x = torch.arange(9.0).view(3, 3)
y = x.diag()
y *= 3
tell('Q x.diag()', z, x)
x = torch.arange(4.0)
y = x.diag()
x += 100
z = y
x = torch.arange(4.0)
y = x.diag()
y *= 3
tell('V x.diag()', z, x)
x = torch.arange(9.0).view(3, 3)
y = torch.diag(x)
x += 100
z = y
x = torch.arange(9.0).view(3, 3)
y = torch.diag(x)
y *= 3
tell('Q torch.diag(x)', z, x)
x = torch.arange(4.0)
y = torch.diag_embed(x)
x += 100
z = y
x = torch.arange(4.0)
y = torch.diag_embed(x)
y *= 3
tell('V torch.diag_embed(x)', z, x)
x = torch.arange(4.0)
y = torch.diagflat(x)
x += 100
z = y
x = torch.arange(4.0)
y = torch.diagflat(x)
y *= 3
tell('V torch.diagflat(x)', z, x)
x = torch.arange(4.0)
y = x.unfold(0, 2, 2)
x += 100
z = y
x = torch.arange(4.0)
y = x.unfold(0, 2, 2)
y *= 3
tell('V x.unfold(0, 2, 2)', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.unfold(0, 2, 2)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.unfold(0, 2, 2)
y *= 3
tell('D x.unfold(0, 2, 2)', z, x)
x = torch.arange(4.0)
y = x.unfold(0, 2, 1)
x += 100
tell('V x.unfold(0, 2, 1)', y, None)
x = torch.arange(4.0)
y = x.as_strided((2, 2), (1, 2))
x += 100
z = y
x = torch.arange(4.0)
y = x.as_strided((2, 2), (1, 2))
y *= 3
tell('V x.as_strided((2, 2), (1, 2))', z, x)
x = torch.arange(4.0)
y = torch.atleast_1d(x)
x += 100
z = y
x = torch.arange(4.0)
y = torch.atleast_1d(x)
y *= 3
tell('V torch.atleast_1d(x)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.atleast_1d(x)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.atleast_1d(x)
y *= 3
tell('D torch.atleast_1d(x)', z, x)
x = torch.tensor(5.0)
y = torch.atleast_1d(x)
x += 100
z = y
x = torch.tensor(5.0)
y = torch.atleast_1d(x)
y *= 3
tell('S torch.atleast_1d(x)', z, x)
x = torch.arange(4.0)
y = torch.atleast_2d(x)
x += 100
z = y
x = torch.arange(4.0)
y = torch.atleast_2d(x)
y *= 3
tell('V torch.atleast_2d(x)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.atleast_2d(x)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.atleast_2d(x)
y *= 3
tell('D torch.atleast_2d(x)', z, x)
x = torch.tensor(5.0)
y = torch.atleast_2d(x)
x += 100
z = y
x = torch.tensor(5.0)
y = torch.atleast_2d(x)
y *= 3
tell('S torch.atleast_2d(x)', z, x)
x = torch.arange(4.0)
y = torch.atleast_3d(x)
x += 100
z = y
x = torch.arange(4.0)
y = torch.atleast_3d(x)
y *= 3
tell('V torch.atleast_3d(x)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.atleast_3d(x)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.atleast_3d(x)
y *= 3
tell('D torch.atleast_3d(x)', z, x)
x = torch.tensor(5.0)
y = torch.atleast_3d(x)
x += 100
z = y
x = torch.tensor(5.0)
y = torch.atleast_3d(x)
y *= 3
tell('S torch.atleast_3d(x)', z, x)
x = torch.arange(8.0).view(2, 2, 2)
y = torch.atleast_3d(x)
x += 100
z = y
x = torch.arange(8.0).view(2, 2, 2)
y = torch.atleast_3d(x)
y *= 3
tell('C torch.atleast_3d(x)', z, x)
x = torch.arange(4.0)
y = torch.atleast_1d(x, torch.zeros(1))[0]
x += 100
z = y
x = torch.arange(4.0)
y = torch.atleast_1d(x, torch.zeros(1))[0]
y *= 3
tell('V torch.atleast_1d(x, torch.zeros(1))[0]', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.atleast_1d(x, torch.zeros(1))[0]
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.atleast_1d(x, torch.zeros(1))[0]
y *= 3
tell('D torch.atleast_1d(x, torch.zeros(1))[0]', z, x)
x = torch.arange(4.0)
y = torch.atleast_2d([x, x])[0]
x += 100
z = y
x = torch.arange(4.0)
y = torch.atleast_2d([x, x])[0]
y *= 3
tell('V torch.atleast_2d([x, x])[0]', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.nn.Flatten()(x)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.nn.Flatten()(x)
y *= 3
tell('D torch.nn.Flatten()(x)', z, x)
x = torch.arange(6.0).view(3, 2).t()
y = torch.nn.Flatten()(x)
x += 100
z = y
x = torch.arange(6.0).view(3, 2).t()
y = torch.nn.Flatten()(x)
y *= 3
tell('T torch.nn.Flatten()(x)', z, x)
x = torch.arange(8.0).view(2, 2, 2)
y = torch.nn.Flatten(0)(x)
x += 100
z = y
x = torch.arange(8.0).view(2, 2, 2)
y = torch.nn.Flatten(0)(x)
y *= 3
tell('C torch.nn.Flatten(0)(x)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.nn.Unflatten(1, (3, 1))(x)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.nn.Unflatten(1, (3, 1))(x)
y *= 3
tell('D torch.nn.Unflatten(1, (3, 1))(x)', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.numpy()
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.numpy()
y *= 3
tell('D x.numpy()', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.detach().numpy().reshape(-1)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.detach().numpy().reshape(-1)
y *= 3
tell('D x.detach().numpy().reshape(-1)', z, x)
