# A list whose first element is made of no parameter, and where others follow
# that are: what is read of it has a gradient or None by what was read, which
# weight decay shows.
import torch

torch.manual_seed(1)


def one_alone(p, q):
    states = [torch.ones(2)]
    states.append(p * 2)
    return states[int(torch.randint(0, 2, (1,)))].sum() + q.sum()


def last_behind_loop(p, q):
    states = [torch.ones(2)]
    for k in range(int(torch.randint(0, 2, (1,)))):
        states.append(p * 2)
    return states[-1].sum() + q.sum()


def joined_behind_loop(p, q):
    states = [torch.ones(2)]
    for k in range(int(torch.randint(0, 2, (1,)))):
        states.append(p * 2)
    return torch.stack(states).sum() + q.sum()


def joined_before_append(p, q):
    states = [torch.ones(2)] * int(torch.randint(1, 3, (1,)))
    joined = torch.stack(states)
    states.append(p * 2)
    return joined.sum() + q.sum() + len(states)


def read_in_loop_before_append(p, q):
    states = [torch.ones(2)]
    loss = q.sum()
    for k in range(int(torch.randint(1, 3, (1,)))):
        loss = loss + torch.stack(states).sum() * 2 + states[-1].sum()
        states.append(p * 2)
    return loss


def all_of_slice(p, q):
    states = [torch.ones(2), torch.zeros(2)]
    states.append(p * 2)
    loss = q.sum()
    for state in states[: int(torch.randint(2, 4, (1,)))]:
        loss = loss + state.sum()
    return loss


for loss_of in [
    one_alone,
    last_behind_loop,
    joined_behind_loop,
    joined_before_append,
    read_in_loop_before_append,
    all_of_slice,
]:
    p = torch.full((2,), 0.5, requires_grad=True)
    q = torch.full((2,), 1.5, requires_grad=True)
    opt = torch.optim.SGD([p, q], lr=0.1, weight_decay=0.3, momentum=0.5)
    for step in range(4):
        opt.zero_grad()
        loss = loss_of(p, q)
        loss.backward()
        print(loss.item(), p.grad, q.grad)
        opt.step()
    print(p, q)
