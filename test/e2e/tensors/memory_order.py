# The order in memory of what operations make of tensors that are not contiguous.
import torch
import torch.nn as nn
import torch.nn.functional as F

x = torch.randn(2, 3, 4).transpose(1, 2)
print(x.stride())
i = torch.tensor([1, 0, 1])
print("a", x[i].stride(), x[:, i].stride(), x[:, :, torch.tensor([0, 2])].stride())
y = x.transpose(0, 2)
print(y.stride(), y[i].stride(), y[:, i].stride())
z = torch.randn(2, 3, 4, 5).permute(3, 1, 0, 2)
print(z.stride(), z[i].stride(), z[:, torch.tensor([0, 2])].stride(), z[i, torch.tensor([0, 1, 2])].stride())
k = torch.tensor([[0, 1], [1, 0]])
print(z[k].stride(), z[1][:, torch.tensor([0])].stride(), z[i.tolist()].stride())
print(torch.randn(3, 4).t()[torch.tensor([0, 2])].stride(), torch.randn(3, 4).t()[:, torch.tensor([0, 2])].stride())
x = torch.randn(2, 3, 4).transpose(1, 2)
image = torch.randn(2, 3, 5, 4)
for name, made in [
    ("batch norm", nn.BatchNorm1d(4)(x)), ("evaluated", nn.BatchNorm1d(4).eval()(x)),
    ("of columns", nn.BatchNorm1d(2)(torch.randn(2, 3).t())), ("channels last", nn.BatchNorm2d(4)(image.permute(0, 3, 1, 2))),
    ("turned", nn.BatchNorm2d(5)(image.transpose(1, 2))), ("layer norm", nn.LayerNorm(3)(x)),
    ("instance norm", nn.InstanceNorm1d(4)(x)), ("rms norm", nn.RMSNorm(3)(x)), ("masked_fill", x.masked_fill(x > 0, 1.0)),
    ("tril", x.tril()), ("flip", x.flip(1)), ("lerp", x.lerp(torch.ones(2, 4, 3), 0.5)), ("relu", F.relu(x)),
]:
    print(name, made.stride(), made.is_contiguous())
torch.manual_seed(3)
print(F.dropout(nn.BatchNorm1d(4)(x).transpose(1, 2)) == 0)
print(torch.rand_like(x.flip(0)), torch.rand_like(x[torch.tensor([1, 0])]))
print(nn.LayerNorm(3)(x).view(2, 12).shape)
