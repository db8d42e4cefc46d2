# Derivatives where sizes are known at run time only, and are 1 there at times.
import torch
torch.manual_seed(0)
x = torch.randn(3, 4, requires_grad=True)
w = torch.tensor([0.5, -1.0, -2.0], requires_grad=True)
v = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
s = torch.tensor([1.0, 2.0, -1.0], requires_grad=True)


def go(a, b):
    y = a * b + b / (a * a + 1) + torch.maximum(a, b) + torch.where(a > b, a, b * 2) + torch.atan2(a, b)
    g = torch.autograd.grad((y * y).sum(), [x, w, v, s], allow_unused=True)
    for t in g:
        print(t)


go(v[v > 0], w[w > 0])
go(w[w > 0], v[v > 0])
go(v[v > 0], s[s > 0])
go(x[x[:, 0] > -5.0], w[w > 0])
go(x[x > 0], w[w > 0])
go(x[:2, :2], w[w > 0])
go(x[x[:, 0] > -5.0], x[x[:, 0] > 0.5])
y = w[w > 0].expand(4)
print(torch.autograd.grad((y * y).sum(), [w]))
a = v[v > 0] * 1.0
b = w[w > 0]
(g,) = torch.autograd.grad(((a * b) ** 2 * b).sum(), [w], create_graph=True)
print(torch.autograd.grad((g * g).sum(), [w, v]))
a = x[x > 0]
print(torch.autograd.grad((a.reshape(-1, 1) * a).softmax(1).cumsum(0).prod(0).sum(), [x]))
a = x[x > 0]
print(torch.autograd.grad((torch.cat((a, v, a)) - a.mean()).std() + a.max() + a.flip(0)[0], [x, v]))
k = (x > 0).nonzero()[:, 0]
print(torch.autograd.grad((x[k] @ x[k].T).exp().mean(), [x]))
print((x.detach()[k] @ x.detach()[k].T).sum(), (x.detach() @ x.detach()[k].T).sum())
print(torch.autograd.grad(x.gather(0, k.reshape(1, -1).expand(2, -1)[:, :4]).exp().sum(), [x]))
