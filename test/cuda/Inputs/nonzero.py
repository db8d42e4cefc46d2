import torch

d = torch.device("cuda:0")


def show(x):
    print(x.shape, x.double().sum().item(), x.double().reshape(-1)[-1].item() if x.numel() else 0.0)


def masks(x):
    y = x.to(d)
    show(y[y > 0])
    show(torch.nonzero(y > 0.5))
    show(torch.masked_select(y, y < 0))
    z = y.clone()
    z[y > 1] = -1.0
    show(z)
    show(torch.where(y > 0)[0])


torch.manual_seed(4)
for n in [1, 2, 31, 32, 33, 255, 256, 257, 1024, 1025, 5000, 20000]:
    masks(torch.randn(n))
masks(torch.randn(30, 70))
none = torch.zeros(300).to(d)
show(none[none > 0])
all = torch.ones(300).to(d)
show(all[all > 0])
empty = all[all > 2]
show(empty[empty > 1])
some = torch.randn(700).to(d)
part = some[some > 0]
show(part[part > 1])
show(torch.cumsum(part, 0))
show(torch.logcumsumexp(part, 0))
counts = torch.tensor([3, 0, 2, 5, 1]).to(d)
print(torch.repeat_interleave(counts).cpu())
print(torch.repeat_interleave(torch.arange(5.0).to(d), counts, 0).cpu())
