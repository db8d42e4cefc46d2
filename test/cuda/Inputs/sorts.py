import torch

d = torch.device("cuda:0")


def show(v, i):
    n = float(v.numel())
    weights = torch.arange(n).reshape(v.shape)
    print(v.shape, (v.cpu().double() * weights).sum().item(), (i.cpu().double() * weights).sum().item())


def sorts(x):
    y = x.to(d)
    v, i = torch.sort(y, dim=1, stable=True)
    show(v, i)
    v, i = torch.sort(y, dim=1, descending=True, stable=True)
    show(v, i)
    v, i = torch.sort(y, dim=0, stable=True)
    show(v, i)
    v, i = torch.topk(y, min(5, y.shape[1]), 1)
    show(v, i)


torch.manual_seed(5)
for n in [1, 2, 31, 32, 33, 64, 65, 255, 256, 257, 1000]:
    sorts(torch.randn(2, n))
x = torch.randint(0, 20, (3, 400))
v, i = torch.sort(x.to(d), dim=1, stable=True)
show(v, i)
v, i = torch.sort(x.to(d), dim=1, descending=True, stable=True)
show(v, i)
v, i = torch.sort((x > 10).to(d), dim=1, stable=True)
show(v.long(), i)
y = torch.randn(5000).to(d)
v, i = torch.sort(y, stable=True)
show(v, i)
z = y[y > 0]
v, i = torch.sort(z, stable=True)
show(v, i)
z[10] = float("nan")
z[100] = float("inf")
z[101] = float("-inf")
z[200] = float("nan")
v, i = torch.sort(z, stable=True)
print(v[:3].cpu(), i[:3].cpu(), v[-4:].cpu(), i[-4:].cpu())
v, i = torch.sort(z, descending=True, stable=True)
print(v[:3].cpu(), i[:3].cpu(), v[-4:].cpu(), i[-4:].cpu())
print(torch.median(y).item(), torch.unique(x.to(d)).cpu())
