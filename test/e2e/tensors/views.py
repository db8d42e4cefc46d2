# Writing through views, what is a view and what a copy, and strides.
import torch

x = torch.zeros(3, 4)
d = x.diagonal()
d.fill_(5)
x.diagonal(1)[0] = 9
x.diagonal(-1).add_(2)
print(x, x.diagonal(offset=2), torch.diagonal(x, 0, 1, 0), x.view(3, 2, 2).diagonal(0, 1, 2))
x.fill_diagonal_(1)
x[0, 0] = 50
print(d, x.trace(), d.stride(), x.t().diagonal(1).stride())

r = torch.arange(10.0)
w = r.unfold(0, 4, 3)
r[3] = 100
print(w, w.stride(), torch.arange(12).view(3, 4).unfold(1, 2, 1).shape)
r.unfold(0, 2, 5).mul_(10)
s = torch.as_strided(r, (3, 2), (4, 1), 0)
s.zero_()
print(r, s, r.as_strided((2, 2), (1, 2)))

x = torch.zeros(2, 6)
a, b, c = x.chunk(3, 1)
b += 1
torch.tensor_split(x, 2, dim=1)[1].add_(10)
u = x.unflatten(1, (2, 3))
u[0, 0] = -1
x.movedim(0, 1)[0] = 7
x.swapaxes(0, 1)[5] = 99
torch.hsplit(x, 3)[2].mul_(2)
print(x)

x = torch.arange(6.0).view(2, 3)
y = x[:, :2].reshape(4)
y[0] = 100
z = x[:, 0:2].reshape(2, 2, 1)
z[0] = -5
v = x[:, None].reshape(2, 3)
v[1, 1] = 33
x.flatten()[2] = 60
x.t().reshape(-1)[0] = 1000
x.t().contiguous()[0] = 1000
print(x, y, z)
t = x.t() + 1
t.reshape(-1)[0] = 70
print(t, t.stride(), t.is_contiguous(), t.clone().stride(), t.contiguous().stride(), x.t().is_contiguous())
print(x.stride(), x[:, 1].stride(), x[None].stride(), x.expand(4, 2, 3).stride(), x[:, ::2].stride(0))
print(x[1].storage_offset(), x.type(), x.int().type(), x.type(torch.float64).dtype)
print(x.unsqueeze_(0).shape, x.squeeze_().shape, x.t_().shape, x.transpose_(0, 1).stride())
print(torch.cat([x, torch.zeros(0)]).shape, torch.block_diag(torch.ones(1, 2), torch.ones(2, 1)))
print(x.t().view(-1))
