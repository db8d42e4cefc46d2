# A list whose first element is made of no parameter, and where others follow
# that are: what is read of it has a gradient or None by what was read, which
# weight decay shows.
import torch

torch.manual_seed(1)


def start():
    p = torch.full((2,), 0.5, requires_grad=True)
    q = torch.full((2,), 1.5, requires_grad=True)
    return p, q, torch.optim.SGD([p, q], lr=0.1, weight_decay=0.3, momentum=0.5)


# Read alone, by an index.
p, q, opt = start()
for step in range(4):
    opt.zero_grad()
    states = [torch.ones(2)]
    states.append(p * 2)
    loss = states[int(torch.randint(0, 2, (1,)))].sum() + q.sum()
    loss.backward()
    print(loss.item(), p.grad, q.grad)
    opt.step()
print(p, q)

# The last one, behind a loop that may have no iteration.
p, q, opt = start()
for step in range(4):
    opt.zero_grad()
    states = [torch.ones(2)]
    for k in range(int(torch.randint(0, 2, (1,)))):
        states.append(p * 2)
    loss = states[-1].sum() + q.sum()
    loss.backward()
    print(loss.item(), p.grad, q.grad)
    opt.step()
print(p, q)

# Joined, behind such a loop.
p, q, opt = start()
for step in range(4):
    opt.zero_grad()
    states = [torch.ones(2)]
    for k in range(int(torch.randint(0, 2, (1,)))):
        states.append(p * 2)
    loss = torch.stack(states).sum() + q.sum()
    loss.backward()
    print(loss.item(), p.grad, q.grad)
    opt.step()
print(p, q)

# Joined, before another one is put in.
p, q, opt = start()
for step in range(2):
    opt.zero_grad()
    states = [torch.ones(2)] * int(torch.randint(1, 3, (1,)))
    joined = torch.stack(states)
    states.append(p * 2)
    loss = joined.sum() + q.sum()
    loss.backward()
    print(loss.item(), p.grad, q.grad, len(states))
    opt.step()
print(p, q)

# Read in the loop before another one is put in.
p, q, opt = start()
for step in range(4):
    opt.zero_grad()
    states = [torch.ones(2)]
    loss = q.sum()
    for k in range(int(torch.randint(1, 3, (1,)))):
        loss = loss + torch.stack(states).sum() * 2 + states[-1].sum()
        states.append(p * 2)
    loss.backward()
    print(loss.item(), p.grad, q.grad)
    opt.step()
print(p, q)

# Each of a slice.
p, q, opt = start()
for step in range(4):
    opt.zero_grad()
    states = [torch.ones(2), torch.zeros(2)]
    states.append(p * 2)
    loss = q.sum()
    for state in states[: int(torch.randint(2, 4, (1,)))]:
        loss = loss + state.sum()
    loss.backward()
    print(loss.item(), p.grad, q.grad)
    opt.step()
print(p, q)
