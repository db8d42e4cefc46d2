import torch

d = torch.device("cuda:0")


def show(x):
    print(x.double().sum().item(), x.reshape(-1)[-1].item(), x.reshape(-1)[x.numel() // 2].item())


def scans(x):
    y = x.to(d)
    for dim in range(2):
        show(torch.cumsum(y, dim))
        show(torch.cumprod(y * 0.01 + 1, dim))
        v, i = torch.cummax(y, dim)
        show(v)
        show(i)
        show(torch.logcumsumexp(y, dim))
        show(torch.cumsum((y > 0).long(), dim))


torch.manual_seed(3)
for n in [1, 31, 32, 33, 255, 256, 257, 1024, 1025]:
    scans(torch.randn(2, n))
    scans(torch.randn(n, 3))
scans(torch.randn(40, 300))
scans(torch.randn(300, 40))
x = torch.randn(20000)
show(torch.cumsum(x.to(d), 0))
show(torch.cumsum(x.double().to(d), 0))
show(torch.cumprod(1 + x.to(d) * 0.001, 0))
show(torch.logcumsumexp(x.to(d), 0))
show(torch.cumsum(x.reshape(5000, 4).to(d), 0))
show(torch.cumsum(x.reshape(2500, 8).to(d), 0))
