# Functions that the library composes: pad, attention, norms, einsum, kron.
import torch
import torch.nn.functional as F
from torch import nn

x = torch.arange(6).view(2, 3)
y = x.float()[None]
print(F.pad(x, (1, 1)), F.pad(x, (1, 0, 0, 2), value=7), F.pad(x.float(), (-1, 1)), F.pad(x, (0, 0, 1, 1), "constant", 3))
print(F.pad(y, (1, 2), mode="reflect"), F.pad(y, (1, 2), mode="replicate"), F.pad(y, (2, 1), "circular"))
print(F.pad(y[None], (1, 1, 1, 0), mode="reflect"))

q = torch.arange(24.0).reshape(1, 2, 3, 4) / 10
m = torch.tensor([[True, False, True], [True, True, True], [False, False, True]])
print(F.scaled_dot_product_attention(q, q, q), F.scaled_dot_product_attention(q, q, q, is_causal=True))
print(F.scaled_dot_product_attention(q, q, q, attn_mask=m, scale=0.3), F.scaled_dot_product_attention(q, q, q, m.float()))

t = torch.arange(24.0).reshape(2, 4, 3) / 7
print(F.group_norm(t, 2), F.rms_norm(t, (3,)), F.layer_norm(t, [4, 3]))
print(nn.GroupNorm(2, 4)(t).sum() < 1e-4, nn.RMSNorm(3)(t)[0, 0], nn.GroupNorm(2, 4), nn.RMSNorm(3))

a, b = torch.arange(6.0).view(2, 3), torch.arange(12.0).view(3, 4)
c = torch.arange(24.0).view(2, 3, 4)
print(torch.einsum("ij,jk->ik", a, b), torch.einsum("ij->ji", a), torch.einsum("ij->", a), torch.einsum("ij,ij->i", a, a))
print(torch.einsum("bij,jk", c, b.t()).shape, torch.einsum("ii->i", torch.eye(3)), torch.einsum("iii->i", torch.arange(8.0).view(2, 2, 2)))
print(torch.einsum("bij,bkj->bik", [c, c]).shape, torch.einsum("bij,bjk,bk->bi", c, c.transpose(1, 2), torch.ones(2, 3)))
print(torch.einsum("b...,b...->b...", a, a), torch.einsum("...i->...", c), torch.einsum("...ij,...kj->...ik", c, c).shape)
print(torch.kron(a[:1], torch.ones(1, 2)), F.linear(a, a[0]), torch.tensor(3.0).softmax(0), F.one_hot(torch.tensor([0, 2])))
print(torch.repeat_interleave(a[0], torch.tensor([0, 1, 2])), a.repeat_interleave(torch.tensor([2, 1]), dim=0))


@torch.jit.script
def script(x: torch.Tensor, k: int):
    y = F.pad(x, [0, k])
    z = F.pad(x, [1, 1, 0, 1], "constant", 2.0)
    return y, z.sum(), y.size(1)


print(script(a, 2))
