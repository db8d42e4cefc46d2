# Groups of parameters, state, closures, and what optimizers refuse.
# tolerance: 1e-6
import torch
import torch.nn as nn
import torch.optim as optim

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
x, y = torch.randn(8, 2), torch.randn(8, 1)
opt = optim.SGD([{"params": net[0].parameters(), "momentum": 0.9},
                 {"params": [net[2].weight], "lr": 0.01}], lr=0.1)
opt.add_param_group({"params": net[2].bias, "weight_decay": 0.5})
print(opt)
for i in range(4):
    opt.zero_grad(set_to_none=False)
    loss = nn.functional.mse_loss(net(x), y)
    loss.backward()
    opt.step()
    opt.param_groups[1]["lr"] *= 0.5
    print(i, loss.item(), opt.param_groups[1]["lr"])
print([sorted(group.keys()) for group in opt.state_dict()["param_groups"]])
print(opt.state[net[0].bias]["momentum_buffer"], net[2].weight in opt.state)

# A frozen part has no gradient and stays.
net[0].requires_grad_(False)
before = net[0].weight.clone()
adam = optim.Adam(net.parameters(), lr=0.05)


def closure():
    adam.zero_grad()
    loss = nn.functional.mse_loss(net(x), y)
    loss.backward()
    return loss


for i in range(3):
    print(i, adam.step(closure).item())
print(torch.equal(before, net[0].weight), net[0].weight.grad is None, len(adam.state))

# State goes from one optimizer to another.
saved = adam.state_dict()
print(saved["param_groups"][0]["params"], sorted(saved["state"].keys()), saved["state"][2]["step"])
other = optim.Adam(net.parameters(), lr=1.0)
other.load_state_dict(saved)
print(other.param_groups[0]["lr"], len(other.state))
for i in range(2):
    other.zero_grad()
    nn.functional.mse_loss(net(x), y).backward()
    other.step()
    print(nn.functional.mse_loss(net(x), y).item(), other.state[net[2].weight]["step"].item())

# Rates and momentum that are known at run time only.
for make in (lambda p: optim.SGD(p, lr=0.1, momentum=0.9), lambda p: optim.AdamW(p, lr=0.1)):
    p = nn.Parameter(torch.randn(4))
    opt = make([p])
    scheduler = optim.lr_scheduler.OneCycleLR(opt, max_lr=0.3, total_steps=9)
    for i in range(8):
        opt.zero_grad()
        (p * p).sum().backward()
        opt.step()
        scheduler.step()
        print(i, p.tolist())

named = optim.AdamW(net.named_parameters(), lr=0.1)
print(named.param_groups[0]["param_names"])
optim.SGD(net.parameters(), lr=0.1, nesterov=True)
