# The functions and layers of einops (0.8.2 when this was recorded).
import torch
from torch import nn
from einops import rearrange, repeat, reduce, einsum, pack, unpack, parse_shape
from einops.layers.torch import Rearrange, Reduce
import einops

x = torch.arange(24.).reshape(2, 3, 4)
print(rearrange(x, "a b c -> c (a b)"), rearrange(x, "a b (c d) -> (a c) d b", d=2).shape)
print(rearrange(x, "a b c -> (a b c)").shape, rearrange(x, "a b c -> a 1 b () c").shape, rearrange(x[:1], "1 b c -> c b").shape)
print(rearrange(x, "... c -> c ...").shape, rearrange(x, "a ... -> (...) a").shape, rearrange([x, x], "l a b c -> a l b c").shape)
print(rearrange(x, "a b (h w) -> a b h w", h=2)[0, 0], rearrange(x, "a b c->a c b").shape)
print(repeat(x[0], "h w -> h w c", c=2).shape, repeat(x[0], "h w -> (h 2) w"), repeat(x[0, 0], "w -> b () w", b=3).shape)
print(repeat(x[0], "h w -> (h r) (w s)", r=1, s=2), repeat(torch.tensor(3.0), "-> a", a=2))
print(repeat(x, "... -> b ...", b=2).shape)
for how in "mean", "sum", "max", "min", "prod":
    print(how, reduce(x + 1, "a b c -> a c", how), reduce(x, "a (b1 b2) c -> b2 ()", how, b1=3))
print(reduce(x > 3, "a b c -> c", "any"), reduce(x > 3, "a b c -> c", "all"), reduce(x, "... c -> c", "sum"), reduce(x, "a b c -> ", "sum"))
print(reduce(x, "a b c -> c", lambda t, dims: t.sum(dims)))
print(einsum(x, x, "batch i dim, batch j dim -> batch i j").sum(), einsum(x, "a ... b -> a ...").shape)
y, shapes = pack([x, x[:, 0]], "a * c")
print(y.shape, shapes, [t.shape for t in unpack(y, shapes, "a * c")], unpack(y, [[1], [-1]], "a * c")[1].shape)
print(parse_shape(x, "a _ c"))
net = nn.Sequential(Rearrange("b (h w) c -> b c h w", h=1), nn.Conv2d(4, 2, 1), Reduce("b c h w -> b c", "mean"))
print(net)
torch.manual_seed(0)
for p in net.parameters():
    nn.init.constant_(p, 0.5)
w = x.clone().requires_grad_()
loss = net(w).square().sum() + rearrange(repeat(w, "a b c -> a b c d", d=2), "a b c d -> (d c) b a").mul(2).sum()
loss.backward()
print(loss.item(), w.grad[0])
for n in 2, 3:
    z = torch.arange(float(12 * n)).reshape(n, 12)
    print(rearrange(z, "n (h d) -> h n d", h=4)[1])
k = int(x.sum().item()) // 69
v = torch.arange(6.0 * k).reshape(k, 6)
print(rearrange(v, "n (h d) -> (n h) d", h=2), reduce(v, "n d -> d", "sum"), repeat(v, "n d -> b n d", b=2).shape)
