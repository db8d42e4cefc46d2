# `nonlocal`, and functions that see variables of the function around them change.
import torch


def counter(start):
    n = start

    def up(by=1):
        nonlocal n
        n += by
        return n

    def look():
        return n

    return up, look


def two_levels(x):
    a, b = 1, x * 0

    def middle():
        nonlocal a

        def inner():
            nonlocal a, b
            a += 1
            b = b + x

        inner()
        a *= 2
        inner()
        return a

    if x.sum() > 2:
        middle()
    print(a, b)
    for i in range(int(x.sum())):
        middle()
    return a, b


def averages(rows):
    mean, steps = None, 0
    history = []

    def step(row):
        nonlocal mean, steps, history
        mean = row if mean is None else 0.5 * mean + 0.5 * row
        steps += 1
        history = history + [steps]
        history.append(-steps)

    for row in rows:
        step(row)
    return mean, steps, history


def sees_later_values(x):
    scale = 2

    def scaled(v):
        return v * scale

    print(scaled(x))
    scale = 3
    print(scaled(x))
    while scale < x.sum() * 2:
        scale += 4
        print(scaled(x))
    if x.sum() > 100:
        scale = 0
    return scaled(x), scale


def calls_itself(n):
    def fact(k):
        return 1 if k < 2 else k * fact(k - 1)

    def even(k):
        return True if k == 0 else odd(k - 1)

    def odd(k):
        return False if k == 0 else even(k - 1)

    return fact(n), even(n), odd(n)


def in_lambdas(x):
    last = [lambda: i * 10 for i in range(3)]
    own = [lambda i=i: i * 10 for i in range(3)]
    functions = []
    for k in range(3):
        functions.append(lambda v: v * k)
    return [f() for f in last], [f() for f in own], [f(x) for f in functions]


def in_a_class(x):
    seen = 0

    class Probe:
        def look(self, v):
            nonlocal seen
            seen += 1
            return v + seen

    probe = Probe()
    for _ in range(int(x.sum())):
        y = probe.look(x)
    return seen, y


def in_a_task(x):
    done = 0

    def work(v):
        nonlocal done
        done += 1
        return v * done

    first = torch.jit.fork(work, x)
    second = torch.jit.fork(work, x)
    return first.wait(), second.wait(), done


def parameter(x, n):
    def bump():
        nonlocal n, x
        n += 1
        x = x * 2

    for _ in range(int(x[0])):
        bump()
    if x.sum() > 3:
        bump()
    return x, n


def deletes(x):
    def forget():
        nonlocal x
        del x

    y = x + 1
    forget()
    x = y
    return x


def training(x):
    w = torch.tensor([1.0, -1.0], requires_grad=True)
    steps = 0
    optimizer = torch.optim.SGD([w], lr=0.1)

    def closure():
        nonlocal steps
        steps += 1
        optimizer.zero_grad()
        loss = ((w - x) ** 2).sum()
        loss.backward()
        return loss

    for epoch in range(5):
        loss = closure()
        optimizer.step()
    return steps, loss.item(), w


x = torch.tensor([1.0, 2.0])
up, look = counter(5)
other, _ = counter(100)
print(up(), up(2), other(), look())
if x.sum() > 2:
    up(10)
print(look())
for i in range(int(x[1])):
    up(i)
    other(by=3)
print(look(), other())
print(two_levels(x))
print(averages(torch.arange(6.0).view(3, 2)))
print(averages([x, x * 2]))
print(sees_later_values(x))
print(calls_itself(5))
print(in_lambdas(x))
print(in_a_class(x))
print(in_a_task(x))
print(parameter(x, 7))
print(deletes(x))
print(training(x))
