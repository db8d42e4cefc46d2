# Inner steps on a dict of parameters, derived through.
# tolerance: 1e-5
import torch

torch.manual_seed(0)
w = torch.randn(3, 1, requires_grad=True)
b = torch.zeros(1, requires_grad=True)
for it in range(6):
    x = torch.randn(4, 3)
    fast = {"w": w, "b": b}
    for _ in range(2):
        loss = (x @ fast["w"] + fast["b"] - 1).square().mean()
        grads = torch.autograd.grad(loss, list(fast.values()), create_graph=True)
        fast = {k: p - 0.1 * g for (k, p), g in zip(fast.items(), grads)}
    outer = (x @ fast["w"] + fast["b"] - 1).square().mean()
    gw, gb = torch.autograd.grad(outer, [w, b])
    print(it, outer.item(), gw.sum().item(), gb.item())
    w = (w - 0.1 * gw).detach().requires_grad_()
    b = (b - 0.1 * gb).detach().requires_grad_()
print(w)
