# Embeddings whose rows have a greatest norm, and gradients that are divided by frequency.
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
for scaled in (False, True):
    layer = nn.Embedding(6, 3, padding_idx=0, max_norm=1.0, norm_type=2.0, scale_grad_by_freq=scaled)
    y = layer(torch.tensor([[1, 2, 2, 0], [4, 1, 1, 2]]))
    (y * y).sum().backward()
    print(layer, y.detach(), layer.weight.detach(), layer.weight.grad)
table = torch.randn(5, 2)
print(F.embedding(torch.tensor([3, 3, 1]), table, max_norm=0.5, norm_type=1.0), table)
bag = nn.EmbeddingBag(6, 3, max_norm=1.5, scale_grad_by_freq=True, mode="sum")
y = bag(torch.tensor([1, 1, 5, 2, 1]), torch.tensor([0, 2]))
(y * y).sum().backward()
print(bag, y.detach(), bag.weight.detach(), bag.weight.grad)
optimizer = torch.optim.SGD(bag.parameters(), lr=0.1)
for step in range(3):
    optimizer.zero_grad()
    y = bag(torch.tensor([[1, 2], [3, 1]]))
    (y * y).sum().backward()
    optimizer.step()
print(bag.weight.detach())
