# What is its argument, a view of it, or a copy: written by make_aliases.py.
import numpy as np
import torch


def tell(name, result, argument):
    print(name, float(result.sum()), "-" if argument is None else float(argument.sum()))

x = torch.arange(6.0).view(2, 3)
y = x.numpy()
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.numpy()
y *= 3
tell('D x.numpy()', z, x)
x = torch.arange(6.0).view(2, 3)
y = np.asarray(x)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = np.asarray(x)
y *= 3
tell('D np.asarray(x)', z, x)
x = torch.arange(6.0).view(2, 3)
y = np.array(x)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = np.array(x)
y *= 3
tell('D np.array(x)', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = torch.from_numpy(x)
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = torch.from_numpy(x)
y *= 3
tell('A torch.from_numpy(x)', z, x)
x = np.arange(4.0)[1:]
y = torch.from_numpy(x)
x += 100
z = y
x = np.arange(4.0)[1:]
y = torch.from_numpy(x)
y *= 3
tell('R torch.from_numpy(x)', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = torch.as_tensor(x)
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = torch.as_tensor(x)
y *= 3
tell('A torch.as_tensor(x)', z, x)
x = np.arange(4.0)[1:]
y = torch.as_tensor(x)
x += 100
z = y
x = np.arange(4.0)[1:]
y = torch.as_tensor(x)
y *= 3
tell('R torch.as_tensor(x)', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = torch.asarray(x)
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = torch.asarray(x)
y *= 3
tell('A torch.asarray(x)', z, x)
x = np.arange(4.0)[1:]
y = torch.asarray(x)
x += 100
z = y
x = np.arange(4.0)[1:]
y = torch.asarray(x)
y *= 3
tell('R torch.asarray(x)', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = torch.tensor(x)
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = torch.tensor(x)
y *= 3
tell('A torch.tensor(x)', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = torch.Tensor(x)
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = torch.Tensor(x)
y *= 3
tell('A torch.Tensor(x)', z, x)
x = np.arange(4.0)[1:]
y = torch.Tensor(x)
x += 100
z = y
x = np.arange(4.0)[1:]
y = torch.Tensor(x)
y *= 3
tell('R torch.Tensor(x)', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = torch.from_numpy(x).float()
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = torch.from_numpy(x).float()
y *= 3
tell('A torch.from_numpy(x).float()', z, x)
x = np.arange(4.0)[1:]
y = torch.from_numpy(x).float()
x += 100
z = y
x = np.arange(4.0)[1:]
y = torch.from_numpy(x).float()
y *= 3
tell('R torch.from_numpy(x).float()', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = torch.as_tensor(x, dtype=torch.float32)
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = torch.as_tensor(x, dtype=torch.float32)
y *= 3
tell('A torch.as_tensor(x, dtype=torch.float32)', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = torch.as_tensor(x, dtype=torch.float64)
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = torch.as_tensor(x, dtype=torch.float64)
y *= 3
tell('A torch.as_tensor(x, dtype=torch.float64)', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = torch.from_numpy(x).numpy()
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = torch.from_numpy(x).numpy()
y *= 3
tell('A torch.from_numpy(x).numpy()', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.asarray(x)
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.asarray(x)
y *= 3
tell('A np.asarray(x)', z, x)
x = np.arange(4.0)[1:]
y = np.asarray(x)
x += 100
z = y
x = np.arange(4.0)[1:]
y = np.asarray(x)
y *= 3
tell('R np.asarray(x)', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.asarray(x, dtype=np.float32)
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.asarray(x, dtype=np.float32)
y *= 3
tell('A np.asarray(x, dtype=np.float32)', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.asarray(x, dtype=np.float64)
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.asarray(x, dtype=np.float64)
y *= 3
tell('A np.asarray(x, dtype=np.float64)', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.array(x)
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.array(x)
y *= 3
tell('A np.array(x)', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.array(x, copy=False)
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.array(x, copy=False)
y *= 3
tell('A np.array(x, copy=False)', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.ascontiguousarray(x)
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.ascontiguousarray(x)
y *= 3
tell('A np.ascontiguousarray(x)', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.ascontiguousarray(x.T)
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.ascontiguousarray(x.T)
y *= 3
tell('A np.ascontiguousarray(x.T)', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = x.copy()
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = x.copy()
y *= 3
tell('A x.copy()', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.copy(x)
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.copy(x)
y *= 3
tell('A np.copy(x)', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = x.astype(np.float32)
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = x.astype(np.float32)
y *= 3
tell('A x.astype(np.float32)', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = x.astype(np.float32, copy=False)
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = x.astype(np.float32, copy=False)
y *= 3
tell('A x.astype(np.float32, copy=False)', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = x.astype(np.float64)
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = x.astype(np.float64)
y *= 3
tell('A x.astype(np.float64)', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = x.reshape(-1)
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = x.reshape(-1)
y *= 3
tell('A x.reshape(-1)', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = x.T.reshape(-1)
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = x.T.reshape(-1)
y *= 3
tell('A x.T.reshape(-1)', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.reshape(x, (3, 2))
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.reshape(x, (3, 2))
y *= 3
tell('A np.reshape(x, (3, 2))', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = x.ravel()
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = x.ravel()
y *= 3
tell('A x.ravel()', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.ravel(x.T)
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.ravel(x.T)
y *= 3
tell('A np.ravel(x.T)', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = x.flatten()
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = x.flatten()
y *= 3
tell('A x.flatten()', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = x.T
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = x.T
y *= 3
tell('A x.T', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = x.transpose()
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = x.transpose()
y *= 3
tell('A x.transpose()', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.transpose(x, (1, 0))
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.transpose(x, (1, 0))
y *= 3
tell('A np.transpose(x, (1, 0))', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.swapaxes(x, 0, 1)
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.swapaxes(x, 0, 1)
y *= 3
tell('A np.swapaxes(x, 0, 1)', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = x.swapaxes(0, 1)
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = x.swapaxes(0, 1)
y *= 3
tell('A x.swapaxes(0, 1)', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.moveaxis(x, 0, 1)
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.moveaxis(x, 0, 1)
y *= 3
tell('A np.moveaxis(x, 0, 1)', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = x.squeeze()
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = x.squeeze()
y *= 3
tell('A x.squeeze()', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.squeeze(x[None])
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.squeeze(x[None])
y *= 3
tell('A np.squeeze(x[None])', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.expand_dims(x, 0)
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.expand_dims(x, 0)
y *= 3
tell('A np.expand_dims(x, 0)', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.atleast_1d(x)
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.atleast_1d(x)
y *= 3
tell('A np.atleast_1d(x)', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.atleast_2d(x)
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.atleast_2d(x)
y *= 3
tell('A np.atleast_2d(x)', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.atleast_3d(x)
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.atleast_3d(x)
y *= 3
tell('A np.atleast_3d(x)', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = x[0]
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = x[0]
y *= 3
tell('A x[0]', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = x[:, 1:]
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = x[:, 1:]
y *= 3
tell('A x[:, 1:]', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = x[None]
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = x[None]
y *= 3
tell('A x[None]', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = x[[0, 1]]
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = x[[0, 1]]
y *= 3
tell('A x[[0, 1]]', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = x[x >= 0]
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = x[x >= 0]
y *= 3
tell('A x[x >= 0]', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = x.view()
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = x.view()
y *= 3
tell('A x.view()', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.split(x, 2)[0]
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.split(x, 2)[0]
y *= 3
tell('A np.split(x, 2)[0]', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.array_split(x, 2, 1)[1]
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.array_split(x, 2, 1)[1]
y *= 3
tell('A np.array_split(x, 2, 1)[1]', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.hsplit(x, 3)[0]
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.hsplit(x, 3)[0]
y *= 3
tell('A np.hsplit(x, 3)[0]', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.vsplit(x, 2)[1]
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.vsplit(x, 2)[1]
y *= 3
tell('A np.vsplit(x, 2)[1]', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.roll(x, 0)
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.roll(x, 0)
y *= 3
tell('A np.roll(x, 0)', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.concatenate([x])
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.concatenate([x])
y *= 3
tell('A np.concatenate([x])', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.stack([x])
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.stack([x])
y *= 3
tell('A np.stack([x])', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.clip(x, -10, 10)
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.clip(x, -10, 10)
y *= 3
tell('A np.clip(x, -10, 10)', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.nan_to_num(x)
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.nan_to_num(x)
y *= 3
tell('A np.nan_to_num(x)', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.nan_to_num(x, copy=False)
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.nan_to_num(x, copy=False)
y *= 3
tell('A np.nan_to_num(x, copy=False)', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.repeat(x, 1)
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.repeat(x, 1)
y *= 3
tell('A np.repeat(x, 1)', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.tile(x, 1)
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.tile(x, 1)
y *= 3
tell('A np.tile(x, 1)', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = x.real
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = x.real
y *= 3
tell('A x.real', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = +x
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = +x
y *= 3
tell('A +x', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.positive(x)
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.positive(x)
y *= 3
tell('A np.positive(x)', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.meshgrid(x[0], x[1])[0]
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.meshgrid(x[0], x[1])[0]
y *= 3
tell('A np.meshgrid(x[0], x[1])[0]', z, x)
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.sort(x)
x += 100
z = y
x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
y = np.sort(x)
y *= 3
tell('A np.sort(x)', z, x)
