# Parameters that are frozen and thawed where only the run knows.
# tolerance: 1e-5
import torch

torch.manual_seed(0)
w = torch.nn.Parameter(torch.ones(2))
v = torch.nn.Parameter(torch.ones(2))
w.requires_grad_(False)
if torch.rand(1).item() > 2.0:
    w.requires_grad_(True)
print(w.requires_grad)
(w * v).sum().backward()
print(w.grad, v.grad)

# By a loss: what it had stays.
w = torch.nn.Parameter(torch.ones(2))
v = torch.nn.Parameter(torch.ones(2))
for step in range(24):
    (w * v).sum().backward()
    with torch.no_grad():
        v -= 0.1
    if v[0].item() < 0.0:
        w.requires_grad_(False)
    if step % 6 == 0:
        print(step, w.requires_grad, w.grad, v.grad)

# By a schedule.
blocks = torch.nn.ModuleList([torch.nn.Linear(2, 2) for _ in range(2)])
for b in blocks:
    b.requires_grad_(False)
x = torch.ones(1, 2, requires_grad=True)
schedule = {8: 1, 16: 0}
for step in range(24):
    if step in schedule:
        for k in range(2):
            if schedule[step] == k:
                blocks[k].requires_grad_(True)
    blocks[1](blocks[0](x)).sum().backward()
    if step % 8 == 7:
        print(step, [p.grad is None for p in blocks.parameters()],
              [p.requires_grad for p in blocks.parameters()])


# An optimizer's momentum and decay leave alone what has no gradient.
for name in ("SGD", "Adam"):
    head, body = torch.nn.Linear(2, 1), torch.nn.Linear(2, 2)
    for p in body.parameters():
        p.requires_grad = False
    x, y = torch.randn(8, 2), torch.randn(8, 1)
    every = list(head.parameters()) + list(body.parameters())
    if name == "SGD":
        opt = torch.optim.SGD(every, lr=0.1, momentum=0.5, weight_decay=0.01)
    else:
        opt = torch.optim.Adam(every, lr=0.05)
    frozen = True
    start = -1.0
    for step in range(30):
        opt.zero_grad()
        loss = (head(torch.tanh(body(x))) - y).pow(2).mean()
        loss.backward()
        opt.step()
        if start < 0:
            start = loss.item()
        if frozen and loss.item() < 0.9 * start:
            for p in body.parameters():
                p.requires_grad = True
            frozen = False
            print("thawed at", step)
        if step % 10 == 9:
            print(step, loss.item(), body.weight.grad is None,
                  [p.requires_grad for p in body.parameters()])

# A condition as the flag.
w = torch.ones(2, requires_grad=True)
v = torch.ones(2, requires_grad=True)
for epoch in range(50):
    v.requires_grad_(epoch >= 48)
    w.grad = None
    (w * v).sum().backward()
    if epoch > 46:
        print(epoch, v.requires_grad, v.grad)
