import torch

# Long and short, along each dimension, of sizes that blocks do not divide.
x = (torch.arange(70000.0) * 0.37 % 5 - 2).to('cuda:0')
print(x.sum().item(), x.mean().item(), x.max().item(), x.argmax().item(), x.norm().item(), (x > 0).all().item(), (x > 2).any().item())
y = x[:66000].reshape(66, 1000)
print(y.sum(1)[:4].cpu(), y.sum(0)[-3:].cpu(), y.min(0).values[:3].cpu(), y.argmin(1)[:5].cpu())
print(y.softmax(1)[3, :4].cpu(), y.log_softmax(0)[2, :3].cpu(), y.var(1)[:3].cpu(), y.cumsum(1)[0, -2:].cpu(), y.prod(0)[:2].cpu())
z = x[:60000].reshape(4, 3, 5000)
print(z.sum((0, 2)).cpu(), z.amax((1, 2)).cpu(), z.mean(1)[0, :3].cpu(), z.logsumexp(2).cpu())
k = x.long()
print(k.sum().item(), k.max().item(), k.reshape(70, 1000).sum(1)[:6].cpu(), k[:50].unique().cpu())
n = int(x.max().item()) + 3
w = x[:n * 100].reshape(n, 100)
print(w.sum(1).cpu(), w.t().sum(0).cpu(), w.max().item(), torch.empty(0, device='cuda:0').sum().item())
# Sums of columns in several parts, of columns that 32 does not divide.
v = x[:66000].reshape(1650, 40)
print(v.sum(0)[-3:].cpu(), v.amax(0)[:3].cpu(), v.mean((0,))[7:9].cpu(), (v * v.mean(1, keepdim=True)).sum(0)[30:33].cpu())
u = x[:w.size(0) * 9000].reshape(9000, -1).repeat(1, 3)
print(u.sum(0).cpu(), x[:63000].reshape(3, 70, 300).sum(1)[2, -2:].cpu())
