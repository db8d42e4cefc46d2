# Lists, dicts, strings and tensors that an iteration may set first.
import torch

x = torch.tensor([1., 2., 3.])
for it in range(4):
    if x[it % 3] > 2:
        m = [it, it + 1]
        d = {"a": it}
        s = "s" + str(it)
print(m, d, s)


def last(x):
    for it in range(len(x)):
        if x[it] > 1:
            m = [it, it + 1]
            d = {"a": it}
            s = "s" + str(it)
            t = x[:it]
            m.append(3)
    return m, d, s, t


print(last(x))


# A local of the function has the name of the list.
def f():
    n = 1
    return n


for it in range(4):
    if it % 4 == 3:
        n = [f() for m in [0]]
        print(it, n)


def g(x):
    out = [x * m for m in range(3)]
    for k in range(4):
        if k > 1:
            n = [x * m for m in range(k)]
            out = n
    return out


print(len(g(x)), g(x))
i = 0
while i < 5:
    if x[i % 3] > 1:
        if x[i % 3] > 2:
            rows = []
        else:
            rows = [i]
        rows.append(i * 2)
    i += 1
print(rows)
