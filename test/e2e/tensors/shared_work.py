# Work that threads share: batches of products, sums over many rows, rows that are
# looked up, large operands. The numbers are whole, so that every order gives the same.
import torch
import torch.nn.functional as F

a = (torch.arange(70 * 96 * 100) % 7 - 3).float().view(70, 96, 100)
b = (torch.arange(70 * 100 * 130) % 5 - 2).float().view(70, 100, 130)
c = a.bmm(b)
print(c.sum(), c[69, 95], c[33, 0, :5])
print(torch.einsum("bij,bkj->bik", c, b)[:, 1, 2][:8])
n = int(torch.tensor(67).item())
print(a[:n].bmm(b[:n]).abs().sum(), (a[:n] @ b[0]).sum(0)[0, :4])
x = (torch.arange(1037 * 1024) % 11 - 5).float().view(1037, 1024)
print(x.sum(0)[:6], x.sum(0).sum(), x.amax(0).sum(), x[:, :3].sum(0), x.double().sum(0)[-2:])
print(x.sum(0, keepdim=True).shape, (x > 0).sum(0)[:4], x.to(torch.int64).sum(0)[5:9])
places = torch.arange(4096) * 37 % 1037
print(F.embedding(places, x).sum(1)[:5], x.index_select(0, places).sum(), x.index_select(1, places % 1024).sum())
print(x.unfold(1, 8, 4).contiguous().sum(), x.unfold(0, 5, 3)[2, 7])
w = (torch.arange(3000 * 1024) % 3 - 1).float().view(3000, 1024)
print((x @ w.t()).abs().sum(0)[:4], (x[:, :1000] @ w[:1000]).sum())
g = F.group_norm(x[:32].view(4, 8, 32, 32), 2, torch.arange(8.0), torch.ones(8))
print(g.mean((2, 3)), F.group_norm(x[:4, :6], 3))
