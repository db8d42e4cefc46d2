# An optimizer of the program's own with state that it makes when a parameter
# first has a gradient, which data decides; its state is saved and loaded.
import copy

import torch


class MyAdam(torch.optim.Optimizer):
    def __init__(self, params, lr=1e-2, betas=(0.9, 0.999)):
        super().__init__(params, dict(lr=lr, betas=betas))

    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            b1, b2 = group["betas"]
            for p in group["params"]:
                if p.grad is None:
                    continue
                state = self.state[p]
                if len(state) == 0:
                    state["step"] = 0
                    state["exp_avg"] = torch.zeros_like(p)
                    state["exp_avg_sq"] = torch.zeros_like(p)
                m, v = state["exp_avg"], state["exp_avg_sq"]
                state["step"] += 1
                m.mul_(b1).add_(p.grad, alpha=1 - b1)
                v.mul_(b2).addcmul_(p.grad, p.grad, value=1 - b2)
                c1 = 1 - b1 ** state["step"]
                c2 = 1 - b2 ** state["step"]
                p.addcdiv_(m / c1, (v / c2).sqrt() + 1e-8, value=-group["lr"])


torch.manual_seed(2)
a = torch.nn.Linear(3, 2)
b = torch.nn.Linear(3, 2)
params = list(a.parameters()) + list(b.parameters())
opt = MyAdam(params)
x = torch.randn(20, 3)
best = {}
for i in range(20):
    opt.zero_grad()
    out = a(x[i]) if x[i].sum().item() > 0.3 else b(x[i])
    loss = (out ** 2).sum()
    loss.backward()
    opt.step()
    if not best or loss.item() < best["loss"]:
        best["loss"] = loss.item()
        best["state"] = copy.deepcopy(opt.state_dict())
    print(i, f"{loss.item():.5f}", a.weight.grad is None)
print(opt.state[a.weight]["step"], opt.state[b.weight]["step"])
print(a.weight, b.bias)
saved = opt.state_dict()
print(sorted(saved["state"].keys()), len(best["state"]["state"]))
other = MyAdam(params)
other.load_state_dict(saved)
print(other.state[b.weight]["step"], other.state[a.bias]["exp_avg"])


class Rms(torch.optim.Optimizer):
    def __init__(self, params, lr=0.05):
        super().__init__(params, {"lr": lr})

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                if p not in self.state:
                    self.state[p] = {"sq": torch.zeros_like(p), "n": 0}
                s = self.state[p]
                s["n"] += 1
                s["sq"].mul_(0.9).addcmul_(p.grad, p.grad, value=0.1)
                total = s.setdefault("total", torch.zeros_like(p))
                total.add_(p.grad.abs())
                p.addcdiv_(p.grad, s["sq"].sqrt().add_(1e-8), value=-group["lr"])


w = torch.nn.Parameter(torch.randn(3))
bias = torch.nn.Parameter(torch.zeros(1))
unused = torch.nn.Parameter(torch.zeros(1))
rms = Rms([w, bias, unused])
held = rms.state
for i in range(12):
    rms.zero_grad()
    out = (x[i] * w).sum()
    if out.item() > 0:
        out = out + bias.sum()
    loss = (out - x[i, 0]) ** 2
    loss.backward()
    if loss.item() > 0.1:
        rms.step()
print(w, bias, len(held), unused in rms.state)
print(rms.state[w]["n"], rms.state[bias]["n"], held[w]["total"])
