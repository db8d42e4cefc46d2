import torch

# Of equal elements, the first ones of the row come first.
d = "cuda:0"
for n in [40, 2048, 5000]:
    x = (torch.arange(n) * 7919 % 10).to(d)
    v, i = torch.topk(x, 30)
    print(v.cpu().tolist() == [9] * 30 if n > 300 else v[:4].cpu().tolist() == [9] * 4)
    first = torch.nonzero(x == 9).reshape(-1)
    m = min(30, first.numel())
    print(torch.equal(i[:m].cpu(), first[:m].cpu()))
