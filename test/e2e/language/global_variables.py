# `global`: variables of the file that functions and methods set.
import torch

calls = 0
total = torch.zeros(2)
log = []
best = None


def count():
    global calls
    calls += 1
    return calls


def add(x):
    global total, calls
    calls += 10
    total = total + x


class Meter:
    def __init__(self):
        self.seen = 0

    def update(self, x):
        global best
        self.seen += 1
        if best is None or x.sum() > best:
            best = x.sum()


def local_of_that_name():
    calls = 5
    return calls


def nested():
    def inner():
        global calls, made
        calls += 1
        made = "made"

    inner()
    return calls


def sets_and_deletes(again):
    global temporary
    temporary = 3
    print(temporary)
    del temporary
    if again:
        temporary = 4


x = torch.tensor([1.0, 2.0, 3.0])
print(count(), count(), calls, local_of_that_name())
if x.sum() > 4:
    count()
    add(x[:2])
else:
    add(x[1:])
print(calls, total)
if x.sum() > 400:
    count()
print(calls)
for i in range(3):
    count()
print(calls)
for i in range(int(x[2])):
    count()
    if i % 2 == 0:
        add(x[1:] * i)
print(calls, total)
while calls < 60:
    add(torch.ones(2))
    calls += 1
print(calls, total)
meter = Meter()
print(best)
for row in torch.tensor([[1.0, 5.0], [4.0, 9.0], [2.0, 2.0]]):
    meter.update(row)
print(best, meter.seen)
print(nested(), calls, made)
sets_and_deletes(True)
print(temporary)


def keep(value):
    global log
    log.append(value)
    if len(log) == 2:
        log = log + [100]


for i in range(4):
    keep(i)
print(log)
future = torch.jit.fork(lambda v: v * 2, total)
print(future.wait(), count())
weight = torch.ones(2, requires_grad=True)
loss = torch.zeros(())


def accumulate(v):
    global loss
    loss = loss + (weight * v).sum()


for i in range(int(x[1])):
    accumulate(x[1:])
loss.backward()
print(weight.grad, loss.item())
