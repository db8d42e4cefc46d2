# Second derivatives, and central differences in float64 of many operations.
import torch
import torch.nn.functional as F
torch.manual_seed(5)
x = (torch.rand(3, 4, dtype=torch.float64) * 1.5 + 0.25).requires_grad_()
z = torch.randn(4, 3, dtype=torch.float64)
w = torch.cos(torch.arange(12, dtype=torch.float64)).reshape(3, 4)


def f(k: int, v):
    if k == 0:
        return (v.exp() * w).sum() + (v.log() * v.sqrt()).sum()
    if k == 1:
        return (v.tanh() * w + v.sigmoid() * v.sin()).sum()
    if k == 2:
        return (v ** 2.5 * w + v ** v + 2.0 ** v).sum()
    if k == 3:
        return (torch.atan2(v, w) + v / (v + w * w) + torch.erf(v)).sum()
    if k == 4:
        return (v.softmax(1) * w).sum() + v.log_softmax(0)[1].sum()
    if k == 5:
        return (v @ z @ v).pow(2).sum()
    if k == 6:
        return v.prod(1).sum() + v.cumsum(0).prod()
    if k == 7:
        return v.std(1).sum() + v.var() + v.norm() + F.layer_norm(v, (4,))[0].pow(3).sum()
    if k == 8:
        return (v[torch.tensor([0, 2, 0])] * v.t()[:3, :].gather(1, torch.tensor([[0, 1, 2, 0], [1, 1, 1, 1], [2, 0, 0, 1]]))).sum()
    if k == 9:
        return (torch.cat((v, v * v), 0).flip(0)[1:5, ::2] * v.reshape(4, 3)[:, :2]).sum()
    if k == 10:
        return (F.gelu(v) + F.silu(v) * F.softplus(v) + F.elu(-v) + F.mish(v)).sum()
    if k == 11:
        return torch.maximum(v, w).pow(2).sum() + v.clamp(0.5, 1.0).pow(3).sum() + v.amax(0).pow(2).sum() + v.max(1)[0].pow(3).sum()
    if k == 12:
        return (v.rsqrt() + v.reciprocal() * w + torch.log1p(v) + torch.expm1(v) + v.tan().cos() + torch.asin(v / 2) + torch.acos(v / 2) + torch.atan(v) + torch.sinh(v) + torch.cosh(v) + torch.log2(v) + torch.log10(v)).pow(2).sum()
    if k == 13:
        return F.cross_entropy(v, torch.tensor([0, 3, 1])) + F.binary_cross_entropy(v / 2, torch.ones_like(v) * 0.3) + F.huber_loss(v, w) + F.cosine_similarity(v, w).sum()
    if k == 14:
        return torch.logsumexp(v, 1).pow(2).sum() + torch.sort(v, 1)[0][:, 1].pow(2).sum() + v.scatter_add(1, torch.tensor([[0, 0], [1, 2], [3, 3]]), v[:, :2] * 2).pow(2).sum()
    return torch.remainder(v, 0.3).pow(2).sum() + torch.fmod(v * v, v + 0.7).sum() + torch.lerp(v, w, v).sum() + torch.hypot(v, w).sum()


for k in range(16):
    (g,) = torch.autograd.grad(f(k, x), [x], create_graph=True)
    (h,) = torch.autograd.grad((g * w).sum(), [x])
    worst = 0.0
    second = 0.0
    for i in range(3):
        e = torch.zeros(3, 4, dtype=torch.float64)
        e[i, i] = 1e-6
        with torch.no_grad():
            d = ((f(k, x + e) - f(k, x - e)) / 2e-6 - g[i, i]).abs().item() / (1 + g[i, i].abs().item())
        if d > worst:
            worst = d
        a = (x + e).detach().requires_grad_()
        b = (x - e).detach().requires_grad_()
        (ga,) = torch.autograd.grad(f(k, a), [a])
        (gb,) = torch.autograd.grad(f(k, b), [b])
        d = (((ga - gb) * w).sum() / 2e-6 - h[i, i]).abs().item() / (1 + h[i, i].abs().item())
        if d > second:
            second = d
    print(k, "%.5g %.5g" % (g.abs().sum().item(), h.abs().sum().item()), worst < 1e-6, second < 1e-5)
