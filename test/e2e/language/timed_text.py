# timeit: statements as text and as functions. Times themselves are not printed.
import timeit

import torch
from timeit import default_timer

torch.manual_seed(0)
size = 300
a = torch.randn(size, size)
counts = [0]


def count(step=1):
    counts[0] += step


class Net(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        self.fc = torch.nn.Linear(width, 2)

    def forward(self, x):
        return self.fc(x)


def train(model):
    model(torch.randn(4, 3)).sum().backward()
    print(f"{model.fc.weight.grad.sum().item():.3f} {model.fc.weight.sum().item():.3f}")


# The setup runs once before each repeat; its names are local.
times = timeit.repeat("train(model)", "model = Net(3)", number=2, repeat=3, globals=globals())
print(len(times), all([time > 0 for time in times]))

# What is timed is done, though nobody uses it: 40 products are 2 billion operations.
seconds = timeit.timeit("torch.mm(a, a)", number=40, globals=globals())
print(seconds > 0.001, seconds < 100)
setup = "b = a * 2;" + \
        "c = b + 1"
print(timeit.timeit("d = b * c\nfor i in range(2):\n    d = d + i\ncount()", setup, number=3, globals=globals()) > 0, counts)

# Text that an unrolled loop makes.
for step in [1, 2, 30]:
    timeit.timeit("count(%d)" % step, number=2, globals=globals())
print(counts)

# Functions, own globals, and modules that the text imports.
print(timeit.timeit(count, number=5) > 0, timeit.timeit(lambda: count(100), "pass", number=1) > 0, counts)
timeit.timeit("f(n)", "import math; n = math.floor(2.5)", number=2, globals={"f": count})
print(counts, len(timeit.repeat(stmt="pass", number=10)))
timer = timeit.Timer("count(k)", "k = -1", globals=globals())
timer.timeit(4)
print(counts, len(timer.repeat(2, number=1)), counts)


def inside(n: int):
    local = 5
    return timeit.timeit("count(size)", number=n, globals=globals())


print(inside(2) > 0, counts)
start = default_timer()
print(default_timer() >= start, timeit.default_number)

# A change of a global is seen.
size = 7
timeit.timeit("count(size)", number=1, globals=globals())
print(counts)
for i in range(3):
    size = i * 2
timeit.timeit("count(size)", number=1, globals=globals())
print(counts)
