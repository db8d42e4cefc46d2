# Work between two readings of a clock is done there though nobody uses its result.
# 40 products are 5 billion operations, which no processor does in a millisecond.
import time

import torch

torch.manual_seed(0)
a = torch.randn(400, 400)


def products(n: int):
    start = time.perf_counter()
    for _ in range(n):
        c = torch.mm(a, a)
    return time.perf_counter() - start


print(products(40) > 0.001)

# The processors' time, and whole nanoseconds.
start = time.process_time()
for _ in range(40):
    c = torch.mm(a, a)
print(time.process_time() - start > 0.001)
start = time.monotonic_ns()
for _ in range(40):
    c = torch.mm(a, a)
print(time.monotonic_ns() - start > 1_000_000)
print(type(start).__name__, type(time.time_ns()).__name__, type(time.perf_counter_ns()).__name__)
print(abs(time.time() - time.time_ns() / 1e9) < 10, time.time() > 1.6e9)
print(type(time.process_time_ns()).__name__, type(time.monotonic()).__name__)

# The result of the last iteration is used; what was computed before is right.
start = time.time()
x = torch.ones(3, 3)
y = torch.mm(x, x)
for i in range(5):
    z = torch.mm(y, y) + i
    w = torch.mm(y, y) + i
end = time.time()
print(z, (z - w).abs().max(), end >= start)

# An optimizer's step, measured.
model = torch.nn.Linear(4, 2)
optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
inputs = torch.ones(3, 4)
start = time.perf_counter()
for _ in range(3):
    optimizer.zero_grad()
    loss = model(inputs).pow(2).sum()
    loss.backward()
    optimizer.step()
end = time.perf_counter()
print(loss, end >= start)
start = time.perf_counter()
loss = model(inputs).pow(2).sum()
loss.backward()
optimizer.step()
end = time.perf_counter()
print(model.weight, model.bias)


# Work in a task.
@torch.jit.script
def task(x, n: int):
    y = x
    for i in range(n):
        y = torch.mm(x, x)
    return y.sum()


start = time.time()
future = torch.jit.fork(task, torch.ones(2, 2), 3)
other = torch.ones(2, 2) * 2
result = torch.jit.wait(future)
end = time.time()
print(result, other)
