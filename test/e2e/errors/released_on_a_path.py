# A graph that a branch, a loop or an iteration before may have released.
import torch


def released_by(x, w, loss):
    if x.sum() > 2:
        loss.backward()


def train(x, steps, retained):
    w = torch.ones(2, requires_grad=True)
    loss = (w * w).sum()
    for i in range(steps):
        if x[0] > i:
            (loss * 2).backward(retain_graph=True)
        elif x[1] + retained > i:
            loss.backward(retain_graph=i < retained)
    return w.grad


for x in [torch.tensor([0.5, 0.5]), torch.tensor([1.0, 2.0])]:
    # One of two arms takes the gradient.
    w = torch.ones(2, requires_grad=True)
    loss = (w * w).sum()
    if x.sum() > 2:
        loss.backward()
    else:
        (loss * 3).backward()
    print(w.grad)
    # A new graph for each.
    loss = (w * w).sum()
    if x.sum() > 2:
        loss.backward()
        loss = (w * w * w).sum()
    loss.backward()
    print(w.grad)
    print(train(x, 2, 2))
    w = torch.ones(2, requires_grad=True)
    loss = (w * w).sum()
    released_by(x, w, loss)
    print(w.grad is None)
    loss.backward()
    print(w.grad)
