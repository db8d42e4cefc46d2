# Lists of the numbers of tensors that are large, or whose sizes only the run knows.
import torch
torch.manual_seed(0)
n = int(torch.randint(2, 5, (1,)))
x = torch.randn(n, 2)
print(x[:, 0].tolist(), len(x.tolist()), x.tolist()[0])
print((x > 0).tolist())
print(torch.bincount(torch.randint(0, 4, (10,)), minlength=4).tolist())
idx = torch.nonzero(x[:, 0] > -10).flatten().tolist()
for i in idx:
    print(i, end=" ")
print()
big = torch.arange(5000).tolist()
print(len(big), big[4999], sum(big))
m = x[x > 100].tolist()
print(m, len(m))
