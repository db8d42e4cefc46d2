# Numbers in front of tensors: deprecated signatures that PyTorch still takes.
import torch

x = torch.ones(2, 2)
y = torch.arange(4.0).view(2, 2) + 1
v = torch.ones(2)
b = torch.ones(3, 2, 2)
print(torch.add(x, 2, y), x.add(2, y), x.clone().add_(0.5, y), x.add(2, other=y))
print(torch.sub(x, 2, y), x.sub(2, y), x.clone().sub_(0.5, y))
print(torch.addcmul(x, 0.5, y, y), x.addcmul(0.5, y, y), x.clone().addcmul_(0.5, y, tensor2=y))
print(torch.addcdiv(x, 0.5, y, x), x.addcdiv(0.5, y, x), x.clone().addcdiv_(0.5, y, x))
print(torch.addmm(0.5, x, y, y), torch.addmm(0.5, x, 2, y, y), x.addmm(0.5, y, y), x.addmm(0.5, 2, y, y), x.clone().addmm_(0.5, 2, y, y))
print(torch.addmv(0.5, v, y, v), torch.addmv(0.5, v, 2, y, v), v.addmv(0.5, y, v), v.addmv(0.5, 2, y, v), v.clone().addmv_(0.5, 2, y, v))
print(torch.addr(0.5, x, v, v), torch.addr(0.5, x, 2, v, v), x.addr(0.5, v, v), x.addr(0.5, 2, v, v), x.clone().addr_(0.5, 2, v, v))
print(torch.baddbmm(0.5, b, 2, b, b)[0], b.baddbmm(0.5, b, b)[0], b.clone().baddbmm_(0.5, 2, b, b)[0])
print(torch.addbmm(0.5, x, 2, b, b), x.addbmm(0.5, b, b), x.clone().addbmm_(0.5, 2, b, b))
n = torch.tensor([3, 4])
print(n.add(2, n), n.sub(3, torch.tensor(5)))

# A number of the run, parameters, and a loop.
p = torch.nn.Parameter(torch.ones(3))
loss = (p * torch.arange(3.0)).sum()
loss.backward()
for i in range(3):
    p.data.add_(-0.1 * float(p[1]), p.grad)
print(p)
print(p.add(2, p).sum())


# TorchScript takes the second argument for alpha, which a tensor of one number can be.
@torch.jit.script
def scaled(x: torch.Tensor, y: torch.Tensor):
    return x.add(2, y)


print(scaled(x, torch.tensor(3.0)))
