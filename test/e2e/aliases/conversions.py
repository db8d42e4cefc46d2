# What is its argument, a view of it, or a copy: written by make_aliases.py.
import torch


def tell(name, result, argument):
    print(name, float(result.sum()), "-" if argument is None else float(argument.sum()))

x = torch.arange(6.0).view(2, 3)
y = x.contiguous()
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.contiguous()
y *= 3
tell('D x.contiguous()', z, x)
x = torch.arange(6.0).view(3, 2).t()
y = x.contiguous()
x += 100
z = y
x = torch.arange(6.0).view(3, 2).t()
y = x.contiguous()
y *= 3
tell('T x.contiguous()', z, x)
x = torch.arange(8.0).view(2, 4)[:, 1:]
y = x.contiguous()
x += 100
z = y
x = torch.arange(8.0).view(2, 4)[:, 1:]
y = x.contiguous()
y *= 3
tell('L x.contiguous()', z, x)
x = torch.arange(4.0).view(1, 1, 2, 2)
y = x.contiguous(memory_format=torch.channels_last)
x += 100
z = y
x = torch.arange(4.0).view(1, 1, 2, 2)
y = x.contiguous(memory_format=torch.channels_last)
y *= 3
tell('E x.contiguous(memory_format=torch.channels_last)', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.clone()
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.clone()
y *= 3
tell('D x.clone()', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.clone(x)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.clone(x)
y *= 3
tell('D torch.clone(x)', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.detach()
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.detach()
y *= 3
tell('D x.detach()', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.detach(x)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.detach(x)
y *= 3
tell('D torch.detach(x)', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.data
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.data
y *= 3
tell('D x.data', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.cpu()
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.cpu()
y *= 3
tell('D x.cpu()', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.to("cpu")
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.to("cpu")
y *= 3
tell('D x.to("cpu")', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.to(torch.device("cpu"))
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.to(torch.device("cpu"))
y *= 3
tell('D x.to(torch.device("cpu"))', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.to(torch.float32)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.to(torch.float32)
y *= 3
tell('D x.to(torch.float32)', z, x)
x = torch.arange(6.0, dtype=torch.float64).view(2, 3)
y = x.to(torch.float32)
x += 100
z = y
x = torch.arange(6.0, dtype=torch.float64).view(2, 3)
y = x.to(torch.float32)
y *= 3
tell('F x.to(torch.float32)', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.to(dtype=torch.float64)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.to(dtype=torch.float64)
y *= 3
tell('D x.to(dtype=torch.float64)', z, x)
x = torch.arange(6.0, dtype=torch.float64).view(2, 3)
y = x.to(dtype=torch.float64)
x += 100
z = y
x = torch.arange(6.0, dtype=torch.float64).view(2, 3)
y = x.to(dtype=torch.float64)
y *= 3
tell('F x.to(dtype=torch.float64)', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.to(torch.float32, copy=True)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.to(torch.float32, copy=True)
y *= 3
tell('D x.to(torch.float32, copy=True)', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.to("cpu", torch.float32)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.to("cpu", torch.float32)
y *= 3
tell('D x.to("cpu", torch.float32)', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.to(torch.zeros(1))
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.to(torch.zeros(1))
y *= 3
tell('D x.to(torch.zeros(1))', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.to(torch.zeros(1, dtype=torch.float64))
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.to(torch.zeros(1, dtype=torch.float64))
y *= 3
tell('D x.to(torch.zeros(1, dtype=torch.float64))', z, x)
x = torch.arange(6.0, dtype=torch.float64).view(2, 3)
y = x.to(torch.zeros(1, dtype=torch.float64))
x += 100
z = y
x = torch.arange(6.0, dtype=torch.float64).view(2, 3)
y = x.to(torch.zeros(1, dtype=torch.float64))
y *= 3
tell('F x.to(torch.zeros(1, dtype=torch.float64))', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.float()
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.float()
y *= 3
tell('D x.float()', z, x)
x = torch.arange(6.0, dtype=torch.float64).view(2, 3)
y = x.float()
x += 100
z = y
x = torch.arange(6.0, dtype=torch.float64).view(2, 3)
y = x.float()
y *= 3
tell('F x.float()', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.double()
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.double()
y *= 3
tell('D x.double()', z, x)
x = torch.arange(6.0, dtype=torch.float64).view(2, 3)
y = x.double()
x += 100
z = y
x = torch.arange(6.0, dtype=torch.float64).view(2, 3)
y = x.double()
y *= 3
tell('F x.double()', z, x)
x = torch.arange(6).view(2, 3)
y = x.long()
x += 100
z = y
x = torch.arange(6).view(2, 3)
y = x.long()
y *= 3
tell('I x.long()', z, x)
x = torch.arange(6).view(2, 3)
y = x.int()
x += 100
z = y
x = torch.arange(6).view(2, 3)
y = x.int()
y *= 3
tell('I x.int()', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.half()
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.half()
y *= 3
tell('D x.half()', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.type(torch.float32)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.type(torch.float32)
y *= 3
tell('D x.type(torch.float32)', z, x)
x = torch.arange(6.0, dtype=torch.float64).view(2, 3)
y = x.type(torch.float32)
x += 100
z = y
x = torch.arange(6.0, dtype=torch.float64).view(2, 3)
y = x.type(torch.float32)
y *= 3
tell('F x.type(torch.float32)', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.type("torch.DoubleTensor")
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.type("torch.DoubleTensor")
y *= 3
tell('D x.type("torch.DoubleTensor")', z, x)
x = torch.arange(6.0, dtype=torch.float64).view(2, 3)
y = x.type("torch.DoubleTensor")
x += 100
z = y
x = torch.arange(6.0, dtype=torch.float64).view(2, 3)
y = x.type("torch.DoubleTensor")
y *= 3
tell('F x.type("torch.DoubleTensor")', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.type_as(torch.zeros(1))
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.type_as(torch.zeros(1))
y *= 3
tell('D x.type_as(torch.zeros(1))', z, x)
x = torch.arange(6.0, dtype=torch.float64).view(2, 3)
y = x.type_as(torch.zeros(1))
x += 100
z = y
x = torch.arange(6.0, dtype=torch.float64).view(2, 3)
y = x.type_as(torch.zeros(1))
y *= 3
tell('F x.type_as(torch.zeros(1))', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.as_tensor(x)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.as_tensor(x)
y *= 3
tell('D torch.as_tensor(x)', z, x)
x = torch.arange(6.0, dtype=torch.float64).view(2, 3)
y = torch.as_tensor(x)
x += 100
z = y
x = torch.arange(6.0, dtype=torch.float64).view(2, 3)
y = torch.as_tensor(x)
y *= 3
tell('F torch.as_tensor(x)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.as_tensor(x, dtype=torch.float32)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.as_tensor(x, dtype=torch.float32)
y *= 3
tell('D torch.as_tensor(x, dtype=torch.float32)', z, x)
x = torch.arange(6.0, dtype=torch.float64).view(2, 3)
y = torch.as_tensor(x, dtype=torch.float32)
x += 100
z = y
x = torch.arange(6.0, dtype=torch.float64).view(2, 3)
y = torch.as_tensor(x, dtype=torch.float32)
y *= 3
tell('F torch.as_tensor(x, dtype=torch.float32)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.as_tensor(x, device="cpu")
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.as_tensor(x, device="cpu")
y *= 3
tell('D torch.as_tensor(x, device="cpu")', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.asarray(x)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.asarray(x)
y *= 3
tell('D torch.asarray(x)', z, x)
x = torch.arange(6.0, dtype=torch.float64).view(2, 3)
y = torch.asarray(x)
x += 100
z = y
x = torch.arange(6.0, dtype=torch.float64).view(2, 3)
y = torch.asarray(x)
y *= 3
tell('F torch.asarray(x)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.asarray(x, dtype=torch.float64)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.asarray(x, dtype=torch.float64)
y *= 3
tell('D torch.asarray(x, dtype=torch.float64)', z, x)
x = torch.arange(6.0, dtype=torch.float64).view(2, 3)
y = torch.asarray(x, dtype=torch.float64)
x += 100
z = y
x = torch.arange(6.0, dtype=torch.float64).view(2, 3)
y = torch.asarray(x, dtype=torch.float64)
y *= 3
tell('F torch.asarray(x, dtype=torch.float64)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.asarray(x, copy=True)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.asarray(x, copy=True)
y *= 3
tell('D torch.asarray(x, copy=True)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.tensor(x)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.tensor(x)
y *= 3
tell('D torch.tensor(x)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.Tensor(x)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.Tensor(x)
y *= 3
tell('D torch.Tensor(x)', z, x)
x = torch.arange(6.0, dtype=torch.float64).view(2, 3)
y = torch.DoubleTensor(x)
x += 100
z = y
x = torch.arange(6.0, dtype=torch.float64).view(2, 3)
y = torch.DoubleTensor(x)
y *= 3
tell('F torch.DoubleTensor(x)', z, x)
x = torch.arange(6).view(2, 3)
y = torch.LongTensor(x)
x += 100
z = y
x = torch.arange(6).view(2, 3)
y = torch.LongTensor(x)
y *= 3
tell('I torch.LongTensor(x)', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.new_tensor(x)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.new_tensor(x)
y *= 3
tell('D x.new_tensor(x)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.scalar_tensor(x[0, 0])
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.scalar_tensor(x[0, 0])
y *= 3
tell('D torch.scalar_tensor(x[0, 0])', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.real
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.real
y *= 3
tell('D x.real', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.real(x)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.real(x)
y *= 3
tell('D torch.real(x)', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.conj()
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.conj()
y *= 3
tell('D x.conj()', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.conj(x)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.conj(x)
y *= 3
tell('D torch.conj(x)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.conj_physical(x)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.conj_physical(x)
y *= 3
tell('D torch.conj_physical(x)', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.resolve_conj()
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.resolve_conj()
y *= 3
tell('D x.resolve_conj()', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.resolve_neg(x)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.resolve_neg(x)
y *= 3
tell('D torch.resolve_neg(x)', z, x)
x = torch.arange(6.0).view(2, 3)
y = +x
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = +x
y *= 3
tell('D +x', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.positive()
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.positive()
y *= 3
tell('D x.positive()', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.positive(x)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.positive(x)
y *= 3
tell('D torch.positive(x)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.nan_to_num(x)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.nan_to_num(x)
y *= 3
tell('D torch.nan_to_num(x)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.nan_to_num(x, 0.0)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.nan_to_num(x, 0.0)
y *= 3
tell('D torch.nan_to_num(x, 0.0)', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.clamp(-100)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.clamp(-100)
y *= 3
tell('D x.clamp(-100)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.clip(x, max=1000.0)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.clip(x, max=1000.0)
y *= 3
tell('D torch.clip(x, max=1000.0)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.abs(x)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.abs(x)
y *= 3
tell('D torch.abs(x)', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.relu()
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.relu()
y *= 3
tell('D x.relu()', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.nn.functional.relu(x)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.nn.functional.relu(x)
y *= 3
tell('D torch.nn.functional.relu(x)', z, x)
x = torch.arange(6).view(2, 3)
y = x.floor()
x += 100
z = y
x = torch.arange(6).view(2, 3)
y = x.floor()
y *= 3
tell('I x.floor()', z, x)
x = torch.arange(6).view(2, 3)
y = torch.round(x)
x += 100
z = y
x = torch.arange(6).view(2, 3)
y = torch.round(x)
y *= 3
tell('I torch.round(x)', z, x)
x = torch.arange(6).view(2, 3)
y = x.trunc()
x += 100
z = y
x = torch.arange(6).view(2, 3)
y = x.trunc()
y *= 3
tell('I x.trunc()', z, x)
x = torch.arange(6).view(2, 3)
y = torch.ceil(x)
x += 100
z = y
x = torch.arange(6).view(2, 3)
y = torch.ceil(x)
y *= 3
tell('I torch.ceil(x)', z, x)
x = torch.arange(6.0).view(2, 3)
y = x + 0
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x + 0
y *= 3
tell('D x + 0', z, x)
x = torch.arange(6.0).view(2, 3)
y = x * 1
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x * 1
y *= 3
tell('D x * 1', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.add(x, 0)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.add(x, 0)
y *= 3
tell('D torch.add(x, 0)', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.pow(1)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.pow(1)
y *= 3
tell('D x.pow(1)', z, x)
x = torch.arange(6.0).view(2, 3)
y = x ** 1
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x ** 1
y *= 3
tell('D x ** 1', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.where(x > -1, x, 0.0)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.where(x > -1, x, 0.0)
y *= 3
tell('D torch.where(x > -1, x, 0.0)', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.masked_fill(x < 0, 0.0)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.masked_fill(x < 0, 0.0)
y *= 3
tell('D x.masked_fill(x < 0, 0.0)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.nn.Identity()(x)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.nn.Identity()(x)
y *= 3
tell('D torch.nn.Identity()(x)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.nn.Dropout(0.5).eval()(x)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.nn.Dropout(0.5).eval()(x)
y *= 3
tell('D torch.nn.Dropout(0.5).eval()(x)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.nn.Dropout(0.0)(x)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.nn.Dropout(0.0)(x)
y *= 3
tell('D torch.nn.Dropout(0.0)(x)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.nn.functional.dropout(x, 0.5, False)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.nn.functional.dropout(x, 0.5, False)
y *= 3
tell('D torch.nn.functional.dropout(x, 0.5, False)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.nn.functional.dropout(x, 0.0)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.nn.functional.dropout(x, 0.0)
y *= 3
tell('D torch.nn.functional.dropout(x, 0.0)', z, x)
x = torch.arange(4.0).view(1, 1, 2, 2)
y = torch.nn.Dropout2d().eval()(x)
x += 100
z = y
x = torch.arange(4.0).view(1, 1, 2, 2)
y = torch.nn.Dropout2d().eval()(x)
y *= 3
tell('E torch.nn.Dropout2d().eval()(x)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.nn.AlphaDropout().eval()(x)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.nn.AlphaDropout().eval()(x)
y *= 3
tell('D torch.nn.AlphaDropout().eval()(x)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.nn.Sequential()(x)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.nn.Sequential()(x)
y *= 3
tell('D torch.nn.Sequential()(x)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.nn.Sequential(torch.nn.Identity())(x)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.nn.Sequential(torch.nn.Identity())(x)
y *= 3
tell('D torch.nn.Sequential(torch.nn.Identity())(x)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.nn.Hardtanh(-100, 100)(x)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.nn.Hardtanh(-100, 100)(x)
y *= 3
tell('D torch.nn.Hardtanh(-100, 100)(x)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.nn.Parameter(x).data
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.nn.Parameter(x).data
y *= 3
tell('D torch.nn.Parameter(x).data', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.requires_grad_(False)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.requires_grad_(False)
y *= 3
tell('D x.requires_grad_(False)', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.view_as(x)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.view_as(x)
y *= 3
tell('D x.view_as(x)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.alias_copy(x)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.alias_copy(x)
y *= 3
tell('D torch.alias_copy(x)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.view_copy(x, (3, 2))
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.view_copy(x, (3, 2))
y *= 3
tell('D torch.view_copy(x, (3, 2))', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.sort(1)[0]
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.sort(1)[0]
y *= 3
tell('D x.sort(1)[0]', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.cumsum(0)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.cumsum(0)
y *= 3
tell('D x.cumsum(0)', z, x)
x = torch.arange(9.0).view(3, 3)
y = x.max(0)[0]
x += 100
z = y
x = torch.arange(9.0).view(3, 3)
y = x.max(0)[0]
y *= 3
tell('Q x.max(0)[0]', z, x)
x = torch.arange(9.0).view(3, 3)
y = torch.linalg.matrix_power(x, 1)
x += 100
z = y
x = torch.arange(9.0).view(3, 3)
y = torch.linalg.matrix_power(x, 1)
y *= 3
tell('Q torch.linalg.matrix_power(x, 1)', z, x)
x = torch.arange(9.0).view(3, 3)
y = torch.matrix_power(x, 1)
x += 100
z = y
x = torch.arange(9.0).view(3, 3)
y = torch.matrix_power(x, 1)
y *= 3
tell('Q torch.matrix_power(x, 1)', z, x)
x = torch.tensor(5.0)
y = x.sum()
x += 100
z = y
x = torch.tensor(5.0)
y = x.sum()
y *= 3
tell('S x.sum()', z, x)
x = torch.tensor(5.0)
y = x.mean()
x += 100
z = y
x = torch.tensor(5.0)
y = x.mean()
y *= 3
tell('S x.mean()', z, x)
x = torch.tensor(5.0)
y = x.max()
x += 100
z = y
x = torch.tensor(5.0)
y = x.max()
y *= 3
tell('S x.max()', z, x)
x = torch.tensor(5.0)
y = x.min(0)[0]
x += 100
z = y
x = torch.tensor(5.0)
y = x.min(0)[0]
y *= 3
tell('S x.min(0)[0]', z, x)
x = torch.tensor(5.0)
y = torch.cumsum(x, 0)
x += 100
z = y
x = torch.tensor(5.0)
y = torch.cumsum(x, 0)
y *= 3
tell('S torch.cumsum(x, 0)', z, x)
x = torch.tensor(5.0)
y = x.prod()
x += 100
z = y
x = torch.tensor(5.0)
y = x.prod()
y *= 3
tell('S x.prod()', z, x)
