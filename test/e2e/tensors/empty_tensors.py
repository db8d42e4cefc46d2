# Sorts, reductions, slices and searches of tensors without elements, of which only the run may know.
import math

import torch
import torch.nn.functional as F

none = int(torch.rand(1).item() > 2.0)

for x in [torch.zeros(none), torch.zeros(0)]:
    print(x.sort().values, x.cumsum(0), x.softmax(0), x.logsumexp(0), x.norm(), x.median())
    print(x.sum(), x.prod(), x.mean(), x.std(), x.var(), x.any(), x.all(), x.std(unbiased=False))
    print(x.nonzero(), x.take(torch.zeros(none).long()), x[torch.zeros(none).long()])
    print(torch.searchsorted(x, torch.ones(2)), torch.bincount(x.long()), x.flip(0), x.roll(1), x.argsort())
print(torch.zeros(none, 3).std(0), torch.zeros(2, none).logsumexp(1), torch.zeros(none, 3).max(1).values)
print(torch.unbind(torch.empty(2, 0, 3), 0), F.glu(torch.empty(0, 2), 1), torch.zeros(1 + none).std())
print(torch.gather(torch.ones(5), 0, torch.empty((2, 0), dtype=torch.int64)))
print(torch.cat([torch.zeros(none), torch.ones(2)]), torch.zeros(0, 2) @ torch.ones(2, 3), torch.ones(2, none) @ torch.ones(none, 3))
for n in [0, none]:
    print(torch.tensordot(torch.ones(2, n), torch.ones(n, 3), dims=1), torch.tensordot(torch.ones(n, 2), torch.ones(2, 3), dims=1))
    print(torch.tensordot(torch.ones(2, n, 4), torch.ones(4, n), dims=([2], [0])), torch.inner(torch.ones(2, n), torch.ones(3, n)))
    print(torch.tensordot(torch.ones(2, n), torch.ones(1, 3), dims=1), torch.tensordot(torch.ones(n), torch.ones(3), dims=0))
    print(torch.bmm(torch.ones(2, 1, n), torch.ones(2, n, 3)), torch.bmm(torch.ones(2, n, 2), torch.ones(2, 2, 3)).shape)
    print(torch.bmm(torch.ones(n, 2, 2), torch.ones(n, 2, 3)), torch.matmul(torch.ones(2, 1, 2), torch.ones(2, 2, n)))
    print(torch.addmv(torch.ones(2), torch.ones(2, n), torch.ones(n), beta=3), torch.addmm(torch.ones(2), torch.ones(3, n), torch.ones(n, 2), beta=3))
    print(torch.addbmm(torch.ones(2), torch.ones(n, 3, 1), torch.ones(n, 1, 2), beta=3, alpha=2), torch.addr(torch.ones(n, 2), torch.ones(n), torch.ones(2)))
    nothing = torch.full((1, 2), math.nan)
    print(torch.addmm(nothing, torch.ones(1, n), torch.ones(n, 2), beta=0), torch.addmv(nothing[0], torch.ones(2, n), torch.ones(n), beta=0))
    print(torch.addbmm(nothing, torch.ones(n, 1, 3), torch.ones(n, 3, 2), beta=0), torch.baddbmm(nothing, torch.ones(1, 1, n), torch.ones(1, n, 2), beta=0))
    x = torch.ones(2, 1, n, requires_grad=True)
    w = torch.ones(2, n, 2, requires_grad=True)
    torch.baddbmm(nothing, x, w, beta=0).sum().backward()
    print(x.grad, w.grad)
for weights in [torch.zeros(0), torch.ones(2).double()]:
    print(torch.bincount(torch.zeros(0).long(), weights), torch.bincount(torch.zeros(0).int(), weights, minlength=2))
y = torch.zeros(2, 0, 3)
y[1] = 5.0
print(y, F.one_hot(torch.zeros(none).long(), 3), torch.arange(none), torch.zeros(none).diff())
weight = torch.ones(3, requires_grad=True)
loss = weight[:none].logsumexp(0).clamp(min=0) + weight.sum()
loss.backward()
print(loss, weight.grad)
