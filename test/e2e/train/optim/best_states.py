# Best states that start as an empty dict, and dicts that paths choose and the
# program changes afterwards.
import copy

import torch

torch.manual_seed(0)
x = torch.randn(32, 3)
y = x @ torch.tensor([[1.0], [-2.0], [0.5]]) + 0.3
crit = torch.nn.MSELoss()


def make():
    torch.manual_seed(1)
    model = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.Tanh(), torch.nn.Linear(4, 1))
    return model, torch.optim.SGD(model.parameters(), lr=0.3, momentum=0.9)


def step(model, opt):
    opt.zero_grad()
    loss = crit(model(x), y)
    loss.backward()
    opt.step()
    return loss


model, opt = make()
best_state = {}
best, wait = float("inf"), 0
for epoch in range(50):
    loss = step(model, opt).item()
    if loss < best:
        best, wait = loss, 0
        best_state = {k: v.clone() for k, v in model.state_dict().items()}
    else:
        wait += 1
        if wait == 4:
            print("stop", epoch)
            break
print(f"{crit(model(x), y).item():.4f}")
if best_state:
    model.load_state_dict(best_state)
print(f"{best:.4f} {crit(model(x), y).item():.4f}", len(best_state), "0.bias" in best_state)
for k, v in best_state.items():
    print(k, v.shape)
print(best_state["2.bias"])


class EarlyStopping:
    def __init__(self, patience):
        self.patience, self.counter = patience, 0
        self.best, self.best_state, self.stop = float("inf"), {}, False

    def __call__(self, loss, model):
        if loss < self.best:
            self.best, self.counter = loss, 0
            self.best_state = copy.deepcopy(model.state_dict())
        else:
            self.counter += 1
            self.stop = self.counter >= self.patience


model, opt = make()
stopping = EarlyStopping(3)
for epoch in range(40):
    stopping(step(model, opt).item(), model)
    if stopping.stop:
        print("stop", epoch)
        break
model.load_state_dict(stopping.best_state)
print(f"{stopping.best:.4f} {crit(model(x), y).item():.4f}")

# As an entry of another dict, which is changed behind the loop.
model, opt = make()
record = {"loss": float("inf"), "state": {}}
for epoch in range(10):
    loss = step(model, opt).item()
    if loss < record["loss"]:
        record["loss"] = loss
        record["state"] = {k: v.clone() for k, v in model.state_dict().items()}
record["loss"] *= 2
model.load_state_dict(record["state"])
print(f"{record['loss']:.4f} {crit(model(x), y).item():.4f}")

# It may stay empty.
never = dict()
for epoch in range(5):
    if step(model, opt).item() < 0:
        never = {k: v.clone() for k, v in model.state_dict().items()}
if never:
    model.load_state_dict(never)
else:
    print("none")
print(len(never), bool(never), "0.bias" in never, never.get("0.bias"))
for k in never:
    print(k)

# An average that starts with a copy and is then changed in place.
model, opt = make()
average = {}
for epoch in range(10):
    step(model, opt)
    if epoch == 4:
        average = {k: v.clone() for k, v in model.state_dict().items()}
    elif epoch > 4:
        for k, v in model.state_dict().items():
            average[k].mul_(0.5).add_(v, alpha=0.5)
model.load_state_dict(average)
print(f"{crit(model(x), y).item():.4f}")

# Chosen, then changed.
state = {"momentum": torch.zeros(2), "count": 0}
if x[0, 0].item() > 0:
    state = {"momentum": torch.ones(2) * 3, "count": 2}
state["count"] += 1
state["momentum"].add_(1)
state["note"] = "changed"
print(state)
model, opt = make()
chosen = None
for epoch in range(10):
    loss = step(model, opt).item()
    if chosen is None or loss < chosen["loss"]:
        chosen = {"loss": loss, "epoch": epoch, "w": model[0].weight.detach().clone()}
chosen["epoch"] += 100
chosen["w"].mul_(2)
print(f"{chosen['loss']:.4f}", chosen["epoch"], chosen["w"][0])
model.load_state_dict(never)
