# squeeze of a size that only the run knows.
import torch
torch.manual_seed(0)


def of(x):
    y = x.squeeze(0)
    print(y.shape, y.dim(), y.sum())
    z = (x * 2).squeeze()
    print(z.shape, z.mean())
    return y


for n in (1, 3):
    size = int(torch.ones(n).sum())
    x = torch.randn(size, 4)
    of(x)
    print(torch.squeeze(x, 0).shape, x.squeeze(-1).shape, x.squeeze((0, 1)).shape)
target = torch.tensor([1, 0, 2, 0])
for pad in (0, 1, 5):
    mask = torch.nonzero(target == pad)
    probs = torch.full((4, 3), 0.5)
    probs.index_fill_(0, mask.squeeze(), 0.0)
    print(mask.shape, probs)
w = torch.ones(3, requires_grad=True)
size = int(w.detach()[:1].sum())
y = (w.expand(size, 3) * torch.arange(3.0)).squeeze(0)
y.sum().backward()
print(w.grad)
