# The best state of a model is kept in a variable that starts as None, and loaded at the end.
import copy
import torch
import torch.nn as nn

torch.manual_seed(3)
xt, xv = torch.randn(10, 6), torch.randn(30, 6)
yt, yv = xt[:, :1] + 0.5 * torch.randn(10, 1), xv[:, :1]

def validate(model):
    model.eval()
    with torch.no_grad():
        return nn.functional.mse_loss(model(xv), yv).item()

def train(model, epochs, patience):
    opt = torch.optim.Adam(model.parameters(), lr=0.05)
    best_state = None
    best, waited = float("inf"), 0
    for epoch in range(epochs):
        model.train()
        opt.zero_grad()
        nn.functional.mse_loss(model(xt), yt).backward()
        opt.step()
        val = validate(model)
        if val < best:
            best, waited = val, 0
            best_state = copy.deepcopy(model.state_dict())
        else:
            waited += 1
            if waited >= patience:
                print("stopped in epoch", epoch)
                break
    if best_state is not None:
        model.load_state_dict(best_state)
    print("%.4f %.4f" % (best, validate(model)))
    return best_state

model = nn.Sequential(nn.Linear(6, 8, bias=False), nn.BatchNorm1d(8), nn.ReLU(), nn.Linear(8, 1))
state = train(model, 40, 3)
print(list(state.keys()), state["0.weight"].shape, len(state))
print(train(model, int(xv.numel() * 0), 3) is None)

# An attribute; a checkpoint with more than the state; a state from before the loop.
class Stopper:
    def __init__(self):
        self.best_loss = None
        self.best = None
    def __call__(self, loss, model):
        if self.best_loss is None or loss < self.best_loss:
            self.best_loss = loss
            self.best = {"loss": loss, "model": copy.deepcopy(model.state_dict())}

model = nn.Linear(6, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.4)
stopper = Stopper()
kept = copy.deepcopy(model.state_dict())
last = validate(model)
for epoch in range(12):
    opt.zero_grad()
    nn.functional.mse_loss(model(xt), yt).backward()
    opt.step()
    val = validate(model)
    stopper(val, model)
    if val < last:
        kept = copy.deepcopy(model.state_dict())
        last = val
print("%.4f" % validate(model))
model.load_state_dict(stopper.best["model"])
print("%.4f %.4f" % (validate(model), stopper.best["loss"]))
model.load_state_dict(kept)
print("%.4f %.4f" % (validate(model), last))
print(sorted(kept), type(kept).__name__)

# A checkpoint of an optimizer, too.
opt = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
ckpt, best = None, 1e9
for epoch in range(4):
    opt.zero_grad()
    loss = nn.functional.mse_loss(model(xt), yt)
    loss.backward()
    opt.step()
    if loss.item() < best:
        best = loss.item()
        ckpt = {"epoch": epoch, "model": copy.deepcopy(model.state_dict()),
                "opt": copy.deepcopy(opt.state_dict()), "loss": best}
model.load_state_dict(ckpt["model"])
opt.load_state_dict(ckpt["opt"])
print(ckpt["epoch"], "%.4f" % ckpt["loss"], "%.4f" % validate(model))
parts = None
if best > 0:
    parts = {"a": torch.ones(2), "b": torch.zeros(1, 1)}
print(parts)

never = None
if last < 0:
    never = copy.deepcopy(model.state_dict())
model.load_state_dict(never)
print("not reached")
