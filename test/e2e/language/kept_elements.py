# Elements of lists that loops and comprehensions made, changed in place or made leaves later.
import torch

xs = [torch.ones(3) * i for i in range(2)]
xs[0].requires_grad_()
print(xs[0].requires_grad)
(xs[0] * xs[1]).sum().backward()
print(xs[0].grad)
ys = []
for i in range(3):
    ys.append(torch.full((2,), float(i)))
for y in ys:
    y.requires_grad_(True)
sum((y * y).sum() for y in ys).backward()
print([y.grad for y in ys])
ws = {k: torch.ones(2) * len(k) for k in ["a", "bb"]}
for k in ws:
    ws[k].requires_grad = True
(ws["a"] * ws["bb"]).sum().backward()
print(ws["a"].grad, ws["bb"].grad)
zs = [torch.zeros(2) for _ in range(3)]
zs[1].add_(2)
for z in zs:
    z += 1
print(zs)
buf = []
for i in range(3):
    buf.append(torch.zeros(2))
buf[1][0] = 5
for i in range(3):
    buf[i].mul_(2).add_(i)
print(buf)
