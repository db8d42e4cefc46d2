# Lists that an optimizer keeps of each parameter, whose gradients have different ranks, and dicts
# of tensors of different sizes behind the loop that makes them.
import torch
import torch.nn as nn


class History(torch.optim.Optimizer):
    def __init__(self, params):
        super().__init__(params, dict(lr=0.1, k=2))

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                h = self.state[p].setdefault("hist", [])
                h.append(p.grad.clone())
                if len(h) > group["k"]:
                    h.pop(0)
                p.sub_(group["lr"] * sum(h) / len(h))


w = torch.ones(2, 2, requires_grad=True)
b = torch.ones(2, requires_grad=True)
opt = History([w, b])
for t in range(4):
    loss = ((w * w).sum() + (b * w).sum())
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(loss.item())
print(w, b)

torch.manual_seed(0)
x = torch.randn(8, 4)
heads = nn.ModuleDict({"value": nn.Linear(4, 1), "class": nn.Linear(4, 3)})
for epoch in range(3):
    with torch.no_grad():
        out = {name: head(x) for name, head in heads.items()}
print(out["value"].squeeze(1), out["class"].argmax(1))
