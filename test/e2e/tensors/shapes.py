# Operations on shapes: reshape, permute, squeeze, cat, stack, split, repeat, pad.
import torch

x = torch.arange(24).reshape(2, 3, 4)
print(x.view(6, 4)[1], x.reshape(-1, 8).shape, x.flatten().shape, x.flatten(1).shape, x.flatten(0, 1).shape)
print(x.permute(2, 0, 1).shape, x.transpose(0, 2)[0], x[0].t(), x[1].T[0])
print(x.unsqueeze(0).shape, x.unsqueeze(-1).shape, x[:1].squeeze(0).shape, x[:1].squeeze().shape, x.squeeze(1).shape)
print(torch.cat([x, x], dim=2).shape, torch.cat((x[0], x[1, :1]), 0), torch.stack([x[0, 0], x[1, 1]], dim=1))
print([p.shape for p in x.chunk(2, dim=2)], [p.tolist() for p in x[0, 0].split(3)], [p.shape for p in torch.split(x, [1, 2], 1)])
print(x[0, :2].repeat(2, 1), torch.tensor([1, 2]).repeat(3), x[0, 0].repeat_interleave(2), torch.tensor([[1], [2]]).expand(2, 3))
print(x.flip(0)[0, 0], torch.flip(x[0], dims=[0, 1]), torch.roll(x[0, 0], 1), x[0].narrow(0, 1, 2), x.select(1, 2)[0])
print(x.unbind(1)[2], len(torch.unbind(x)), x.movedim(0, 2).shape, x.view_as(torch.zeros(4, 6)).shape, x.contiguous().shape)
print(torch.triu(x[0, :, :3]), torch.tril(x[1, :, :3], -1), torch.ones(2, 2).diag(), torch.diag(torch.tensor([1, 2])))
print(torch.nn.functional.pad(torch.ones(1, 2), (1, 2)), torch.arange(6).view(2, 3))
a, b = torch.meshgrid(torch.arange(2), torch.arange(3), indexing="ij")
print(a, b, torch.ones(1, 2).shape, x.size()[1:], list(x.shape), x.shape[0] * 2)
for part in x:
    print(part.shape, part.sum())


@torch.jit.script
def dynamic(x: torch.Tensor, n: int):
    b = x.size(0)
    y = x.reshape(b, -1)
    z = y.view(b * y.size(1) // n, n)
    parts = x.split(1)
    w = torch.cat([p for p in parts], 0)
    return y.shape, z.shape, z.sum(0), torch.equal(w, x), x.permute(0, 2, 1).contiguous().view(-1)[:4]


print(dynamic(x, 4), dynamic(x[:1], 2)[1])
print(torch.arange(4).reshape(2, 2).tile(2), torch.arange(2).tile(2, 1), torch.rsub(torch.arange(3), 5, alpha=2))
