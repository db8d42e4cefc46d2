# Derivatives of every form of broadcasting, of views and of joins.
import torch
import torch.nn.functional as F
torch.manual_seed(0)


def show(name: str, y, *inputs):
    weights = torch.cos(torch.arange(y.numel()).to(y.dtype)).reshape(y.shape)
    grads = torch.autograd.grad((y * weights).sum(), inputs)
    for g in grads:
        text = name + ":"
        for v in g.flatten().tolist():
            text = text + " %.4g" % (v + 0.0)
        print(text)

x = torch.randn(2, 3, 4, requires_grad=True)
a = torch.randn(4, requires_grad=True)
b = torch.randn(3, 1, requires_grad=True)
c = torch.randn(1, 1, 1, requires_grad=True)
s = torch.randn((), requires_grad=True)
one = torch.randn(1, requires_grad=True)
for op in [0, 1, 2, 3]:
    for u in (a, b, c, s, one):
        if op == 0:
            show("add", x + u, x, u)
            show("add", u + x, x, u)
        elif op == 1:
            show("sub", x - u, x, u)
            show("sub", u - x, x, u)
        elif op == 2:
            show("mul", x * u, x, u)
            show("max", torch.maximum(x, u), x, u)
        else:
            show("div", x / u, x, u)
            show("div", u / x, x, u)
            show("atan2", torch.atan2(x, u), x, u)
            show("pow", x.abs() ** u, x, u)
            show("where", torch.where(x > u, x, u), x, u)
show("ab", a * b, a, b)
show("abc", torch.addcmul(c, a, b), a, b, c)
show("ss", s * one, s, one)
show("expand", s.expand(2, 2), s)
show("expand", b.expand(2, 3, 4), b)
show("expand", b.expand(-1, 2), b)
show("slice", x[:, 1:, ::2], x)
show("neg index", x[-1, -2], x)
show("none", x[None, :, 0], x)
show("ellipsis", x[..., 1:3], x)
show("cat", torch.cat((x, x[:, :1], b.expand(2, 3, 4)), 1), x, b)
show("stack", torch.stack([a, a * 2, a]), a)
show("split", x.split(2, 1)[0], x)
show("unbind", x.unbind(1)[2], x)
show("flip", x.flip(0, 2), x)
show("roll", x.roll((1, 1), (0, 1)), x)
show("transpose", x.transpose(0, 2), x)
show("reshape", x.reshape(-1, 6), x)
show("flatten", x.flatten(1), x)
show("narrow", x.narrow(1, 1, 2), x)
show("unfold", a.unfold(0, 2, 1), a)
show("repeat_interleave", a.repeat_interleave(2), a)
show("tile", a.tile(2), a)
show("pad", F.pad(x, (1, 1, 2, 0), value=3.0), x)
show("pad reflect", F.pad(x, (1, 1), mode="reflect"), x)
show("pad replicate", F.pad(x, (1, 1), mode="replicate"), x)
show("triu", x.triu(), x)
show("diag", torch.diag(a), a)
show("diag_embed", torch.diag_embed(a), a)
show("diagonal", x.diagonal(0, 1, 2), x)
show("movedim", x.movedim(0, 2), x)
show("meshgrid", torch.meshgrid(a, one)[0], a)
show("rot90", x[0].rot90(), x)
show("broadcast_to", a.broadcast_to((2, 4)), a)
show("expand_as", a.expand_as(x), a)
show("double", x.double() * 3, x)
show("double half", x.double().float() * 3, x)
show("to", x.to(torch.float64).pow(2), x)
show("contiguous", x.permute(2, 0, 1).contiguous().clone(), x)
show("view_as", a.view(2, 2).view_as(torch.zeros(4, 1)), a)
