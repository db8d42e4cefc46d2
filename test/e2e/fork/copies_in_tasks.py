# Tasks take the gradients of copies of parameters that were made before.
import copy

import torch

w = torch.ones(3, requires_grad=True)
b = copy.deepcopy(w)


def work(x):
    (x * b).sum().backward()


torch.jit.wait(torch.jit.fork(work, torch.ones(3)))
print(b.grad, w.grad)
torch.manual_seed(0)
master = torch.nn.Linear(2, 1)
replicas = [copy.deepcopy(master) for _ in range(3)]
data = torch.arange(6.0).view(3, 2)


def train(model, x):
    loss = (model(x) ** 2).sum()
    loss.backward()
    return loss.detach()


losses = [torch.jit.fork(train, m, data[i]) for i, m in enumerate(replicas)]
print([torch.jit.wait(loss) for loss in losses])
with torch.no_grad():
    for p, *parts in zip(master.parameters(), *[m.parameters() for m in replicas]):
        p -= 0.1 * sum(q.grad for q in parts) / 3
print(list(master.parameters()))
