# Leaves that only earlier iterations of a loop may have used: those that they
# did not use have no gradient, and so no decay.
import torch


def make():
    p = torch.nn.Parameter(torch.tensor([1.0, 2.0]))
    q = torch.nn.Parameter(torch.tensor([1.0, 2.0]))
    return p, q, torch.optim.SGD([p, q], lr=0.1, weight_decay=0.5, momentum=0.5)


# In a queue that is emptied.
xs = torch.tensor([0.5, 1.5, -1.0, 3.0, -7.0, 2.0, 4.0])
p, q, opt = make()
queue = []
for i in range(7):
    x = xs[i]
    if x > 1:
        queue.append(p * x)
    elif x < -5:
        queue.append(q * x)
    if len(queue) == 2:
        opt.zero_grad()
        loss = queue[0].sum() + queue[1].pow(2).sum()
        loss.backward()
        opt.step()
        print(i, loss.item(), p.grad, q.grad)
        queue = []
print(p, q)

# In a tensor that is carried, whose gradient the next iteration takes.
torch.manual_seed(0)
p, q, opt = make()
h = p * 1.0
for x in torch.randn(8):
    opt.zero_grad()
    h.sum().backward()
    print(p.grad, q.grad)
    opt.step()
    if x > 0.5:
        h = p * x
    elif x > 0:
        h = p * q
    else:
        h = torch.sin(q * x)
print(p, q)

# A leaf changed in place in the loop, and what is computed of it there used
# behind the loop.
p, q, opt = make()
total = torch.zeros(2)
for x in torch.randn(int(torch.randint(4, 6, (1,)))):
    if x > 9:
        total = total + q * x
    loss = (p * x).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
opt.zero_grad()
(total + p).sum().backward()
print(p.grad, q.grad)

# A list that each iteration makes anew, and that a branch changes in front of
# the gradient.
torch.manual_seed(1)
w = torch.full((2,), 0.5, requires_grad=True)
data = torch.tensor([0.0, 2.0, 1.0, 2.0, 0.0, 2.0])
ls = [w * 1.5]
for v in data[: int(torch.randint(4, 6, (1,)))]:
    ls = [torch.sin(e) * w for e in ls]
    if v > 1.5:
        ls = ls + [(w * 2).detach() + v]
        if len(ls) > 1:
            ls.pop()
    if v > 1 and len(ls) > 0:
        loss = torch.stack(ls).sum()
        loss.backward()
        print("%.5f" % loss, w.grad)
        w.data -= 0.1 * w.grad
        w.grad = None
        ls = [w * 0.5]
