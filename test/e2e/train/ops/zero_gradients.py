# The signs of gradients of zero, where the gradient behind them is negative.
import math

import torch
import torch.nn.functional as F
x = torch.tensor([1.0, -2.0, 3.0, 0.0], requires_grad=True)
(-x[0]).backward()
print(x.grad)
x.grad = None
(-x[1:3].sum()).backward()
print(x.grad)
x.grad = None
(-F.relu(x).sum()).backward()
print(x.grad)
x.grad = None
(-x.max()).backward()
print(x.grad)
x.grad = None
(-x.clamp(0, 1).sum()).backward()
print(x.grad)
x.grad = None
(-torch.where(x > 0, x, 0.0).sum()).backward()
print(x.grad)
x.grad = None
(-x.masked_fill(x > 0, 0.0).sum()).backward()
print(x.grad)
x.grad = None
(-x[torch.tensor([0, 2])].sum()).backward()
print(x.grad)
x.grad = None
(-x.gather(0, torch.tensor([0]))).sum().backward()
print(x.grad)
x.grad = None
(-F.hardtanh(x).sum()).backward()
print(x.grad)
x.grad = None
(-x.abs().sum()).backward()
print(x.grad)
x.grad = None
(-(x ** 2).sum()).backward()
print(x.grad)
x.grad = None
(-torch.stack([x[0], x[2]]).sum()).backward()
print(x.grad)
x.grad = None
(-x.topk(2)[0].sum()).backward()
print(x.grad)
x.grad = None
(-x.sort()[0][0]).backward()
print(x.grad)
x.grad = None
(-torch.maximum(x, torch.zeros(4)).sum()).backward()
print(x.grad)
x.grad = None
(-F.nll_loss(F.log_softmax(x.view(2, 2), 1), torch.tensor([0, 1]), weight=torch.tensor([0.0, 1.0]))).backward()
print(x.grad)
x.grad = None
(-F.cross_entropy(x.view(2, 2), torch.tensor([0, 1]), weight=torch.tensor([0.0, 1.0]))).backward()
print(x.grad)
x.grad = None
(-F.embedding(torch.tensor([1]), x.view(2, 2)).sum()).backward()
print(x.grad)
x.grad = None
(-torch.cat([x[:2], x[:1]]).sum()).backward()
print(x.grad)
x.grad = None
(-x.unbind()[1]).backward()
print(x.grad)
x.grad = None
(-x.chunk(2)[1].sum()).backward()
print(x.grad)
x.grad = None
(-(x * torch.tensor([0.0, 1.0, 0.0, -1.0])).sum()).backward()
print(x.grad)
x.grad = None
(-x.cumsum(0)[1]).backward()
print(x.grad)
x.grad = None
(-F.l1_loss(x, torch.zeros(4))).backward()
print(x.grad)
x.grad = None
(-F.mse_loss(x, x.detach())).backward()
print(x.grad)
x.grad = None
(-F.hinge_embedding_loss(x, torch.tensor([1.0, -1, 1, -1]))).backward()
print(x.grad)
x.grad = None
(-x.min(0)[0]).backward()
print(x.grad)
x.grad = None
(-x.sign().sum() - x.floor().sum()).backward()
print(x.grad)
x.grad = None
(-torch.sigmoid(x * 1000).sum()).backward()
print(x.grad)
x.grad = None
(-torch.tanh(x * 1000).sum()).backward()
print(x.grad)
x.grad = None
(-x.norm()).backward()
print(x.grad)
x.grad = None
(-x.var()).backward()
print(x.grad)
x.grad = None
(-x.view(2, 2).tril().sum()).backward()
print(x.grad)
x.grad = None
(-x.view(2, 2).diag().sum()).backward()
print(x.grad)
x.grad = None
(-F.pad(x, [1, -1]).sum()).backward()
print(x.grad)
x.grad = None
(-x.roll(1)[:2].sum()).backward()
print(x.grad)
x.grad = None
(-x[x > 0].sum()).backward()
print(x.grad)
x.grad = None
nan = torch.tensor([1.0, math.nan, 3.0, math.nan], requires_grad=True)
(-nan.max()).backward()
print(nan.grad)
