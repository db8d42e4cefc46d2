# In-place operations and operators in branches, loops and functions.
import torch

x = torch.tensor([1.0, -2.0, 3.0])
y = x
x.add_(1).mul_(2)
print(x, y is x, x.neg_(), x.abs_(), x.clamp_(1, 5), x.sqrt_())
x.copy_(torch.tensor([1, 2, 3]))
x.div_(2).sub_(0.5)
x.pow_(2)
print(x, x.exp_(), x.log_(), x.zero_(), x.fill_(2.5), x.sigmoid_(), x.tanh_(), x.relu_())
z = torch.zeros(3, dtype=torch.int64)
z += 5
z -= torch.tensor([1, 2, 3])
z *= z
print(z, z.add_(torch.ones(3, dtype=torch.int64), alpha=10))
p = torch.ones(2)
p.addcmul_(torch.ones(2), torch.full((2,), 3.0), value=0.5)
p.addcdiv_(torch.ones(2), torch.full((2,), 4.0), value=2.0)
p.lerp_(torch.zeros(2), 0.5)
print(p, p.masked_fill_(torch.tensor([True, False]), -1), torch.ones(2).masked_fill(torch.tensor([False, True]), 9))


def change(t, by):
    t += by
    t[0] = 0
    return t


t = torch.ones(3)
u = change(t, 4)
print(t, u)


@torch.jit.script
def branches(x: torch.Tensor, flag: bool) -> torch.Tensor:
    y = x
    if flag:
        y.mul_(2)
    else:
        y = y + 1
    y[0] = 42
    return y


@torch.jit.script
def loops(x: torch.Tensor, n: int) -> torch.Tensor:
    acc = torch.zeros_like(x)
    for i in range(n):
        acc += x * i
        if i % 2 == 1:
            acc.neg_()
        x.add_(1)
    return acc


a = torch.ones(2)
print(branches(a, True), a, branches(a, False), a)
b = torch.ones(2)
print(loops(b, 4), b)
