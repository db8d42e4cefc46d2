# A group that an epoch adds, and lists and dicts that change in one iteration:
# which one is known at compile time.
import torch
import torch.nn as nn

torch.manual_seed(0)
body, head = nn.Linear(3, 4), nn.Linear(4, 2)
for p in body.parameters():
    p.requires_grad = False
opt = torch.optim.SGD(head.parameters(), lr=0.1, momentum=0.9)
x, target = torch.randn(8, 3), torch.randint(0, 2, (8,))
notes = []
for epoch in range(6):
    if epoch == 3:
        for p in body.parameters():
            p.requires_grad = True
        opt.add_param_group({"params": body.parameters(), "lr": 0.01})
        notes.append("unfrozen")
    opt.zero_grad()
    loss = nn.functional.cross_entropy(head(torch.relu(body(x))), target)
    loss.backward()
    opt.step()
    print(epoch, loss.item(), [g["lr"] for g in opt.param_groups], notes)
print(body.weight)
