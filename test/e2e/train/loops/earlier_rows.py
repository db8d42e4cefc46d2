# Lists that each iteration makes anew, beside values that go on.
import torch

w = torch.ones(3, requires_grad=True)
kl = torch.tensor(0.0)
for epoch in range(40):
    preds = []
    for _ in range(2):
        kl = w.pow(2).sum()
        preds.append(w * 2)
    (torch.stack(preds).sum() + kl).backward()
print(w.grad)

# kl may be as it was in the iteration before: the way back needs both.
w = torch.ones(3, requires_grad=True)
kl = torch.tensor(0.0)
n = torch.tensor([2, 0, 1, 0, 0, 2])
for epoch in range(6):
    preds = []
    for k in range(int(n[epoch])):
        kl = w.pow(2).sum() * (k + 1)
        preds.append(w * 2)
    preds.append(w * (epoch + 1))
    loss = torch.stack(preds).sum() + kl
    loss.backward(retain_graph=True)
    print(epoch, w.grad)
w = torch.ones(3, requires_grad=True)
s = torch.zeros(3)
for epoch in range(4):
    rows = []
    for k in range(epoch + 1):
        s = s * 0.5 + w * k
        rows.append(s)
    loss = torch.stack(rows).pow(2).sum()
    loss.backward(retain_graph=True)
    print(epoch, w.grad)
