# torch.set_default_dtype: what floats become that nothing else decides.
import math

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


def show(name, *tensors):
    print(name, *tensors, *[str(t.dtype).split(".")[1] for t in tensors])


def factories():
    show("zeros", torch.zeros(2), torch.ones(2, dtype=torch.float32), torch.empty(0))
    show("full", torch.full((2,), 0.5), torch.full((2,), 1), torch.full((2,), True))
    show("rand", torch.rand(3), torch.randn(3), torch.normal(0.0, 1.0, (3,)))
    show("ranges", torch.linspace(0, 1, 3), torch.logspace(0, 1, 2), torch.arange(3))
    show("arange", torch.arange(0, 1, 0.4), torch.arange(3.0), torch.arange(0, 1, 0.4, dtype=torch.float32))
    show("eye", torch.eye(2))
    show("tensor", torch.tensor(0.1), torch.tensor([0.1, 1]), torch.tensor([1, 2]), torch.tensor([True]), torch.tensor([]))
    show("as_tensor", torch.as_tensor([0.5]), torch.as_tensor(3), torch.scalar_tensor(2.5), torch.Tensor([1, 2]))
    show("named", torch.FloatTensor([1]), torch.DoubleTensor([1]), torch.LongTensor([1]), torch.Tensor(0))
    show("like", torch.zeros_like(torch.zeros(1).float()), torch.rand(2).new_zeros(1), torch.rand_like(torch.ones(2)))
    show("windows", torch.hann_window(4), torch.hamming_window(3), torch.bartlett_window(3))
    show("one_hot", F.one_hot(torch.tensor([0, 2])), torch.randint(0, 9, (3,)), torch.randperm(3))
    show("bernoulli", torch.bernoulli(torch.full((3,), 0.5)), torch.tril_indices(2, 2)[0])
    show("numpy", torch.from_numpy(np.zeros(2)), torch.from_numpy(np.zeros(2, dtype=np.float32)), torch.from_numpy(np.arange(2)))
    show("init", nn.init.zeros_(torch.empty(2)), nn.init.xavier_uniform_(torch.empty(1, 2)))
    print(torch.zeros(0, 2), torch.zeros(0, 2).float(), torch.zeros(0, 2).double(), [torch.ones(1)], {"a": (torch.ones(1).double(),)})
    print(f"{torch.ones(2)} {torch.ones(2).half()}", str(torch.ones(2).bfloat16()), torch.finfo().eps)


def promotions():
    i = torch.tensor([1, 2, 3])
    b = torch.tensor([True, False])
    f = i.float()
    show("div", i / 2, i / i, 1 / i, torch.true_divide(i, i), i // 2, b / 2)
    show("mul", i * 0.5, 0.1 * i, f * 0.1, i * f, i * 2, b * 1.5, i.int() + 0.5)
    show("float", torch.sqrt(i), torch.exp(i), torch.log(f), torch.sin(b), i.double().mean(), f.mean(), torch.sigmoid(i))
    show("two", torch.atan2(i, i), torch.copysign(i, -1.0), i ** 0.5, i ** 2, torch.special.erfinv(torch.tensor([0, 1])))
    show("zero", torch.tensor(0.1) + torch.tensor(0.2), f + torch.tensor(0.1), i + torch.tensor(0.1), torch.tensor(1) * 0.1)
    show("where", torch.where(i > 1, 1.0, 0.0), torch.where(i > 1, f, 0.0), torch.where(i > 1, i, 0.5), torch.clamp(i, 0.5, 2.5))
    show("kept", i.float(), i.to(torch.float32) + i, i.half() * 0.5, i.type(torch.FloatTensor), i.double(), i.sum(), i.cumsum(0))
    print(torch.result_type(i, 1.0), torch.promote_types(torch.int64, torch.float16))


def distributions():
    torch.manual_seed(3)
    normal = torch.distributions.Normal(0.0, 1.0)
    show("normal", normal.sample((2,)), normal.log_prob(torch.tensor(0.3)), normal.log_prob(torch.tensor(0.3).float()))
    show("uniform", torch.distributions.Uniform(0.0, 2.0).sample((2,)))
    show("categorical", torch.distributions.Categorical(torch.tensor([0.2, 0.8])).log_prob(torch.tensor(1)))


def modules():
    torch.manual_seed(1)
    layers = [nn.Linear(2, 2), nn.Conv1d(1, 1, 2), nn.Embedding(3, 2), nn.LayerNorm(2), nn.PReLU()]
    print([layer.weight.dtype for layer in layers])
    norm = nn.BatchNorm1d(2)
    print(norm.running_mean.dtype, norm.num_batches_tracked.dtype)
    rnn = nn.LSTM(2, 3)
    out, (h, c) = rnn(torch.rand(4, 1, 2))
    print(out.dtype, h.dtype, c.dtype, nn.MultiheadAttention(4, 2).in_proj_weight.dtype, nn.GRU(2, 2).bias_hh_l0.dtype)
    print(layers[0].weight)


def train():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.BatchNorm1d(8), nn.Linear(8, 1))
    opt = torch.optim.Adam(net.parameters(), lr=0.01)
    x = torch.rand(16, 2)
    for step in range(5):
        loss = F.mse_loss(net(x), x.sum(1, keepdim=True))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(f"{loss.item():.5f}", loss.dtype)
    print(net[0].weight.grad[0], loss, net[0].weight)


@torch.jit.script
def scripted(n: int):
    x = torch.zeros([n]) + 0.1
    y = torch.arange(n) / 3
    print(x)
    return x + torch.tensor(0.5), y


def make(n):
    return torch.full((n,), math.pi)


print(torch.get_default_dtype())
for kind in (torch.float64, torch.float32):
    torch.set_default_dtype(kind)
    torch.manual_seed(0)
    print(torch.get_default_dtype())
    factories()
    promotions()
    distributions()
    modules()
    train()
    print(scripted(2))

torch.set_default_dtype(torch.float64)
for k in range(3):
    s = torch.zeros(1) + k
print(s, make(2), [make(k).dtype for k in range(2)])
text = str(s)
torch.set_default_dtype(torch.float32)
print(text, s, make(1))


def in_double(f, n):
    torch.set_default_dtype(torch.float64)
    result = f(n)
    torch.set_default_dtype(torch.float32)
    return result


print(in_double(make, 1), make(1), torch.get_default_dtype())

torch.set_default_tensor_type(torch.DoubleTensor)
print(torch.zeros(1), torch.zeros(1).float(), torch.get_default_dtype())
torch.set_default_tensor_type("torch.FloatTensor")
print(torch.zeros(1), torch.get_default_dtype())
torch.set_default_tensor_type("torch.DoubleTensor")
print(torch.zeros(1))
torch.set_default_tensor_type(torch.FloatTensor)

# On both paths the same.
if s.item() > 1:
    torch.set_default_dtype(torch.float64)
else:
    torch.set_default_dtype(torch.float64)
print(torch.zeros(1), torch.get_default_dtype())
for _ in range(int(s.item())):
    torch.set_default_dtype(torch.float32)
    torch.set_default_dtype(torch.float64)
print(torch.ones(1).double())

print(torch.range(0, 2), torch.angle(torch.tensor([1, -2])))
for bad in (torch.int32, 3):
    try:
        torch.set_default_dtype(bad)
    except TypeError as e:
        print(e)
