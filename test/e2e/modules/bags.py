# EmbeddingBag, cosine similarity of sizes that broadcast, and dropout of channels.

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
bag = nn.EmbeddingBag(6, 3, mode="sum", padding_idx=2)
print(bag)
places = torch.tensor([1, 2, 4, 5, 4, 3, 0])
offsets = torch.tensor([0, 3, 3, 6])
out = bag(places, offsets)
print(out)
out.square().sum().backward()
print(bag.weight.grad)
for mode in ["mean", "max", "sum"]:
    bag = nn.EmbeddingBag(6, 3, mode=mode)
    print(bag)
    print(bag(places, offsets))
    out = bag(places[:6].reshape(2, 3))
    print(out)
    out.square().sum().backward()
    print(bag.weight.grad)
weights = torch.rand(7, requires_grad=True)
table = torch.randn(6, 2, requires_grad=True)
out = F.embedding_bag(places, table, offsets, mode="sum", per_sample_weights=weights)
out.square().sum().backward()
print(out, table.grad, weights.grad)
print(F.embedding_bag(places, table, torch.tensor([0, 2, 7]), include_last_offset=True))
print(F.embedding_bag(places.reshape(1, 7), table, padding_idx=4))
print(nn.EmbeddingBag.from_pretrained(table.detach(), mode="max")(places, offsets))

x = torch.randn(3, 4, requires_grad=True)
y = torch.randn(1, 4, requires_grad=True)
s = F.cosine_similarity(x, y)
s.sum().backward()
print(s, x.grad, y.grad)
print(nn.CosineSimilarity(dim=0)(torch.ones(2, 1), torch.tensor([[1.0, 2.0], [3.0, -1.0]])))

print(F.dropout2d(torch.ones(2, 4)), F.dropout2d(torch.ones(2, 3, 2)), F.dropout3d(torch.ones(2, 2, 2, 1)))
print(F.dropout1d(torch.ones(4, 2)), nn.FeatureAlphaDropout(0.3)(torch.ones(2, 3, 2)))
print(F.softshrink(torch.tensor([-0.2, 0.0, 0.3, float("nan"), 2.0, -2.0])) + 0.0)
print(F.prelu(torch.tensor(-2.0), torch.tensor([0.25])))
print(F.kl_div(torch.tensor([0.1, 0.2]), torch.tensor([-0.5, 0.5]), reduction="none"))
