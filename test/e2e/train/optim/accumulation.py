# Steps of optimizers in branches of a loop: every few iterations, or where data decides.
# tolerance: 1e-6
import torch
import torch.nn as nn


class Own(torch.optim.Optimizer):
    def __init__(self, params, lr=0.1, beta=0.9):
        super().__init__(params, dict(lr=lr, beta=beta))

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                state = self.state[p]
                if len(state) == 0:
                    state["step"] = 0
                    state["m"] = torch.zeros_like(p)
                state["step"] += 1
                state["m"].mul_(group["beta"]).add_(p.grad)
                p.add_(state["m"], alpha=-group["lr"] / state["step"])


def fresh():
    return (torch.tensor([1.0, -2.0], requires_grad=True),
            torch.tensor([[0.5]], requires_grad=True))


def run(name, a, b, opt):
    for step in range(12):
        x = torch.randn(2)
        loss = ((a - x) ** 2).sum() + (b * b * step).sum()
        loss.backward()
        if (step + 1) % 4 == 0:
            opt.step()
            opt.zero_grad()
    print(name, a.detach(), b.detach())


torch.manual_seed(3)
a, b = fresh()
run("Adam", a, b, torch.optim.Adam([a, b], lr=0.1))
a, b = fresh()
run("SGD", a, b, torch.optim.SGD([a, b], lr=0.01, momentum=0.9, dampening=0.5))
a, b = fresh()
run("ASGD", a, b, torch.optim.ASGD([a, b], lr=0.01))
a, b = fresh()
run("Rprop", a, b, torch.optim.Rprop([a, b], lr=0.01))
a, b = fresh()
run("NAdam", a, b, torch.optim.NAdam([a, b], lr=0.1))
a, b = fresh()
run("own", a, b, Own([a, b]))
# Where data decides, in a function, in two loops.
a, b = fresh()
adam = torch.optim.AdamW([{"params": [a]}, {"params": [b], "weight_decay": 0.0}], lr=0.1)


def epoch(n):
    skipped = 0
    for step in range(n):
        x = torch.randn(2)
        adam.zero_grad()
        loss = ((a - x) ** 2).sum() + (b * b * step).sum()
        loss.backward()
        if loss < 4:
            adam.step()
        else:
            skipped += 1
    return skipped


for i in range(3):
    print(epoch(5), a.detach(), b.detach(), adam.state[a]["step"])
# A model, with the loss of the last steps and the best state.
model = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 3))
opt = torch.optim.Adam(model.parameters(), lr=1e-2)
criterion = nn.CrossEntropyLoss(label_smoothing=0.1)
running = 0.0
best = None
for step in range(24):
    x = torch.randn(4, 4)
    y = torch.randint(0, 3, (4,))
    loss = criterion(model(x), y) / 4
    loss.backward()
    running += loss.item()
    if (step + 1) % 4 == 0:
        norm = nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        opt.zero_grad(set_to_none=True)
        print(f"step {step + 1:2d} loss {running:.4f} norm {norm:.3f}")
        if best is None or running < best:
            best = running
            best_state = {k: v.clone() for k, v in model.state_dict().items()}
        running = 0.0
model.load_state_dict(best_state)
with torch.no_grad():
    print(best, model(torch.ones(1, 4)))
