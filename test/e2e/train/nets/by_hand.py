# A network whose gradients and momentum are written by hand, without autograd.
# tolerance: 1e-5
import torch

torch.manual_seed(0)
x = torch.randn(16, 3)
y = (x * x).sum(dim=1, keepdim=True)
w1, b1 = torch.randn(3, 8) * 0.5, torch.zeros(8)
w2, b2 = torch.randn(8, 1) * 0.5, torch.zeros(1)
parameters = [w1, b1, w2, b2]
momenta = [torch.zeros_like(p) for p in parameters]
for step in range(60):
    h = x @ w1 + b1
    a = h.clamp(min=0)
    out = a @ w2 + b2
    d_out = 2 * (out - y) / len(x)
    d_h = (d_out @ w2.t()) * (h > 0)
    gradients = [x.t() @ d_h, d_h.sum(dim=0), a.t() @ d_out, d_out.sum(dim=0)]
    for p, m, g in zip(parameters, momenta, gradients):
        m.mul_(0.9).add_(g)
        p -= 0.01 * m
    if step % 20 == 0:
        print(step, (out - y).square().mean().item())
print([p.sum().item() for p in parameters])
