# More leaves in a list than a loop over other tensors unrolls.
import torch

leaves = []
for s in range(100):
    leaves.append(torch.full((2,), float(s)).requires_grad_())
loss = torch.zeros(())
for v in leaves:
    loss = loss + (v * v).sum()
loss.backward()
for v in leaves:
    if v.grad is not None:
        v.data -= 0.1 * v.grad
print(leaves[5].is_leaf, leaves[5].grad is None, round(sum(v.sum().item() for v in leaves), 2))

# An average that starts as None, of tensors of different ranks.
p = [torch.ones(3), torch.ones(2, 2)]
swa = None
for it in range(96):
    p = [q * 1.01 for q in p]
    if it % 12 == 11:
        if swa is None:
            swa = [q.clone() for q in p]
    if it == 40:
        print(it)
print(swa is None)

# Leaves of a list that only a loop over another one needs at compile time.
ws = []
for s in range(3):
    w = torch.ones(2)
    while w.sum().item() > 0.5 * s + 0.1:
        w = w * 0.9
    ws.append(w)
own = [w.clone().requires_grad_() for w in ws]
opt = torch.optim.SGD(own, lr=0.1)
sum((w * w).sum() for w in own).backward()
opt.step()
print(own, [w.grad for w in own], ws)
