# A list of each epoch that batches of a split fill, beside a scheduler.
import torch
x = torch.ones(30, 5)
w = torch.ones(5, requires_grad=True)
opt = torch.optim.SGD([w], lr=0.02)
sched = torch.optim.lr_scheduler.StepLR(opt, step_size=4, gamma=0.5)
for epoch in range(10):
    hist = []
    for xb in torch.split(x, 10):
        loss = (xb * w).mean()
        loss.backward()
        hist.append(loss.item())
    sched.step()
print(len(hist))
