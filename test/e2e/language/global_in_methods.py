# Global variables that methods, context managers, tasks and keys of sorted() set.
import torch
x = torch.tensor([1.0, 2.0])
n = 0


class D:
    def __enter__(self):
        global n
        n += 100
        return self

    def __exit__(self, *a):
        global n
        n -= 50


class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.l = torch.nn.Linear(2, 2)

    def forward(self, v):
        global n
        n += 1
        return self.l(v)


m = M()
torch.nn.init.ones_(m.l.weight)
torch.nn.init.zeros_(m.l.bias)
with D() as d:
    print(n)
print(n)
futs = [torch.jit.fork(m, x * i) for i in range(3)]
print(torch.jit.wait(futs[0]).detach(), torch.jit.wait(futs[2]).detach(), n)


def key(v):
    global n
    n += 1
    return -v


print(sorted([1, 3, 2], key=key), n)
lst = [1, 2]


def g():
    global lst
    lst += [3]
    lst[0] = 9


alias = lst
for i in range(int(x[1])):
    g()
print(lst, alias)
t = torch.zeros(2)
u = t


def h():
    global t
    t += 1
    t = t * 2
    t += 1


h()
print(t, u)
if x.sum() > 2:
    h()
print(t, u)


def rec(k):
    global n
    if k == 0:
        return 0
    n += 1
    return 1 + rec(k - 1)


print(rec(4), n)


def deleting(v):
    q = v

    def k():
        nonlocal q
        if v.sum() > 2:
            del q
    q = q + 1
    k()
    return q


print(deleting(x / 10))
print(deleting(x))
