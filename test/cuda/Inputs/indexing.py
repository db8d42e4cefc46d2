import torch
torch.manual_seed(0)
x = torch.randn(6, 5, device='cuda:0')
i = torch.tensor([0, 3, 3, 5], device='cuda:0')
print(x[i].cpu(), x.index_select(1, i[:2]).cpu())
y = torch.zeros(6, 5, device='cuda:0')
y.index_add_(0, i, x[:4])
print(y.cpu())
y[i] = 1.0
print(y.cpu(), (x > 0).nonzero().cpu(), x[x > 0.5].cpu())
print(x.cumsum(0).cpu(), x.sort(1).values.cpu(), x.topk(2, 1).indices.cpu(), x.argmax(0).cpu())
emb = torch.nn.Embedding(10, 3).to('cuda:0')
e = emb(torch.tensor([[1, 2], [1, 9]], device='cuda:0'))
e.pow(2).sum().backward()
print(emb.weight.grad.cpu(), torch.where(x > 0, x, -x).sum().item(), x.std().item(), x.median().item())
n = 0
while x.abs().max() > 0.1 and n < 40:
    x = x * 0.8
    n += 1
print(n, torch.cat([x, y], 1).shape, torch.bincount(i).cpu(), x.softmax(1).sum(1).cpu(), torch.logsumexp(x, 0).cpu())
