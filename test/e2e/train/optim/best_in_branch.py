# Early stopping that keeps the best state in a dict which starts empty, and an
# average of parameters that is applied in a branch.
import copy

import torch


class EarlyStopping:
    def __init__(self, patience=3):
        self.patience = patience
        self.counter = 0
        self.best = {}

    def __call__(self, loss, model, epoch):
        if not self.best or loss < self.best["loss"]:
            self.best["loss"] = loss
            self.best["epoch"] = epoch
            self.best["state"] = copy.deepcopy(model.state_dict())
            self.counter = 0
        else:
            self.counter += 1
        return self.counter >= self.patience


class Average:
    def __init__(self, model, decay):
        self.model = model
        self.decay = decay
        self.shadow = {n: p.detach().clone() for n, p in model.named_parameters()}
        self.backup = {}

    def update(self):
        for n, p in self.model.named_parameters():
            self.shadow[n] = self.decay * self.shadow[n] + (1 - self.decay) * p.detach()

    def apply(self):
        for n, p in self.model.named_parameters():
            self.backup[n] = p.detach().clone()
            p.data.copy_(self.shadow[n])

    def restore(self):
        for n, p in self.model.named_parameters():
            p.data.copy_(self.backup[n])
        self.backup = {}


torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Linear(2, 8), torch.nn.ReLU(), torch.nn.Linear(8, 1))
opt = torch.optim.SGD(model.parameters(), lr=1.5)
x = torch.randn(32, 2)
y = (x[:, :1] * x[:, 1:]).sin()
stopper = EarlyStopping()
average = Average(model, 0.9)
means = {}
n = 0
for epoch in range(50):
    opt.zero_grad()
    loss = torch.nn.functional.mse_loss(model(x), y)
    loss.backward()
    opt.step()
    average.update()
    if loss.item() < 0.3:
        average.apply()
        with torch.no_grad():
            averaged = torch.nn.functional.mse_loss(model(x), y)
        average.restore()
        print(epoch, f"{loss.item():.5f} {averaged.item():.5f}")
        n += 1
        for name, p in model.named_parameters():
            if name not in means:
                means[name] = p.detach().clone()
            else:
                means[name] += (p.detach() - means[name]) / n
    if stopper(loss.item(), model, epoch):
        print("stopped at", epoch)
        break
print(stopper.best["epoch"], f"{stopper.best['loss']:.5f}", len(means))
model.load_state_dict(stopper.best["state"])
print(f"{torch.nn.functional.mse_loss(model(x), y).item():.5f}")
for name in means:
    print(name, means[name].sum())
