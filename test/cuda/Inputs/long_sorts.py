import torch

d = torch.device("cuda:0")


def show(v, i):
    n = float(v.numel())
    weights = torch.arange(n).reshape(v.shape)
    print(v.shape, (v.cpu().double() * weights).sum().item(), (i.cpu().double() * weights).sum().item())


# Around the most that a block sorts, more, and many short rows.
torch.manual_seed(7)
for r, n in [(1, 2047), (2, 2048), (1, 2049), (1, 6000), (37, 50), (9, 200)]:
    x = torch.randn(r, n)
    v, i = torch.sort(x.to(d), dim=1, stable=True)
    show(v, i)
    v, i = torch.sort(x.to(d).long(), dim=1, descending=True, stable=True)
    show(v.double(), i)
    v, i = torch.topk(x.to(d), 7, 1)
    show(v, i)
    v, i = torch.topk(x.to(d), 50, 1, largest=False)
    show(v, i)
# Few of so many that the first of their pieces fill a block more than once.
x = torch.randn(72000)
v, i = torch.topk(x.to(d), 60)
show(v, i)
v, i = torch.topk(x[:5000].to(d).double(), 1)
show(v, i)
# Sizes that only the run knows, and NaN.
y = x[:9000].to(d)
z = y[y > -1.0]
z[5] = float("nan")
z[4000] = float("nan")
v, i = torch.sort(z, stable=True)
print(v.shape, v[:3].cpu(), i[:3].cpu(), v[-4:].cpu(), i[-4:].cpu())
v, i = torch.topk(z, 5)
print(v.cpu(), i[2:].cpu())
e = torch.zeros(0, 3000).to(d)
print(torch.sort(e, dim=1)[1].shape, torch.sort(e, dim=0)[0].shape)
b = (torch.arange(3000) % 3 == 0).to(d)
v, i = torch.sort(b, stable=True)
show(v.long(), i)
