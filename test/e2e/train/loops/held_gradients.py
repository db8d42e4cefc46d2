# A list, an attribute and a variable hold gradients of a loop that the data may
# leave early: they see what a later backward pass does not add to.
import torch


class Holder:
    pass


holder = Holder()
holder.gradient = None
torch.manual_seed(0)
net = torch.nn.Linear(3, 2)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.tensor([1.0, 2.0, 1.0])
held = []
for i in range(4):
    if x.sum() * i > 9:
        break
    opt.zero_grad()
    (net(x) ** 2).sum().backward()
    held.append(net.weight.grad)
    holder.gradient = net.bias.grad
    last = net.weight.grad
    opt.step()
opt.zero_grad()
(net(x) ** 2).sum().backward()
print(held[0], held[-1], holder.gradient, last, net.weight.grad)

# The norm of gradients that pile up, clipped in place.
net = torch.nn.Linear(3, 2)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for i in range(8):
    row = torch.tensor([1.0, 2.0, 1.0 * i])
    (net(row) ** 2).sum().backward()
    if row.sum() > 6:
        gradients = [p.grad for p in net.parameters()]
        norm = sum((g ** 2).sum() for g in gradients)
        if norm > 1.0:
            for g in gradients:
                g.mul_(0.5)
        opt.step()
        opt.zero_grad()
print(net.weight, net.bias)
