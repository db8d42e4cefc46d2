# Lists that are cleared between, or in, graphs.
import torch
w = torch.tensor([1., 2.], requires_grad=True)
x = torch.arange(4.)
n = int(x[3])
acts = []
total = torch.zeros(2)
for i in range(n):
    acts.append(w * i)
    acts.append(w * w)
    if i == 1:
        total = total + acts[0] * acts[-1]
        acts.clear()
    if i == 2:
        total = total + acts[0] + acts[1] * 3
out = (total * total).sum() + torch.stack(acts).sum()
out.backward()
print(out.item(), w.grad, len(acts))
w = torch.tensor([1., 2.], requires_grad=True)
x = torch.arange(4.)
saved = []
for ep in range(3):
    for t in range(int(x[3])):
        saved.append(w * t + ep)
    loss = torch.stack(saved).pow(2).sum()
    loss.backward()
    print(loss.item(), w.grad)
    with torch.no_grad():
        w -= 0.01 * w.grad
        w.grad.zero_()
    saved.clear()
    del saved[:]
print(len(saved))
