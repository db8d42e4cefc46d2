import torch

d = torch.device("cuda:0")


def show(x):
    weights = torch.arange(float(x.numel())).reshape(x.shape) + 1
    print(x.shape, (x.cpu().double() * weights).sum().item(), x.cpu().double().sum().item())


def scatters(x, rows):
    n = x.shape[0]
    places = (torch.arange(n) * 7919 % rows).to(d)
    y = x.to(d)
    show(torch.zeros(rows, x.shape[1]).to(d).index_add(0, places, y))
    z = torch.ones(rows, x.shape[1]).to(d)
    few = min(n, 1000)
    z[places[:few]] = y[:few]
    show(z)
    z.index_put_((places,), y, accumulate=True)
    show(z)
    one = y[:, 0]
    show(torch.zeros(rows).to(d).scatter_add(0, places, one))
    show(torch.zeros(rows).to(d).scatter_reduce(0, places, one, "amax"))
    show(torch.ones(rows).to(d).scatter_reduce(0, places, one * 0.1 + 1, "prod"))
    show(torch.bincount(places).double())
    show(torch.bincount(places, weights=one))


torch.manual_seed(6)
for n in [1, 2, 9, 63, 64, 65, 255, 256, 257, 1000, 5000]:
    scatters(torch.randn(n, 2), 10)
    scatters(torch.randn(n, 1), 700)
scatters(torch.randn(300, 40), 3)
x = torch.randn(20000)
show(torch.histc(x.to(d), 20, -3.0, 3.0))
places = (x.abs() * 2).long()
show(torch.bincount(places.to(d)).double())
table = torch.randn(50, 3).to(d)
table.requires_grad_(True)
words = (torch.arange(900) * 31 % 50).reshape(30, 30).to(d)
(torch.nn.functional.embedding(words, table) ** 2).sum().backward()
show(table.grad)
some = words.reshape(-1)[words.reshape(-1) > 20]
show(torch.zeros(50).to(d).index_add(0, some, some.float()))
