# Loops and branches with break, continue and early returns, known and unknown
# at compile time.
import torch


@torch.jit.script
def search(xs: torch.Tensor, limit: float) -> int:
    for i in range(xs.size(0)):
        v = xs[i].item()
        if v > limit:
            return i
        if v < 0:
            continue
    return -1


@torch.jit.script
def collatz(n: int) -> int:
    steps = 0
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
        if steps > 1000:
            break
    return steps


@torch.jit.script
def classify(n: int) -> str:
    if n < 0:
        return "negative"
    elif n == 0:
        return "zero"
    elif n < 10:
        if n % 2 == 0:
            return "small even"
        return "small odd"
    return "large"


@torch.jit.script
def nested(n: int) -> int:
    total = 0
    for i in range(n):
        for j in range(n):
            if j > i:
                break
            if (i + j) % 3 == 0:
                continue
            total += i * 10 + j
        if total > 150:
            break
    return total


@torch.jit.script
def newton(x: torch.Tensor) -> torch.Tensor:
    guess = x.clone()
    count = 0
    while bool((guess * guess - x).abs().max() > 1e-4):
        guess = (guess + x / guess) / 2
        count += 1
    print("iterations", count)
    return guess


@torch.jit.script
def swap(n: int):
    a = 0
    b = 1
    for _ in range(n):
        a, b = b, a + b
    return a, b


@torch.jit.script
def loop_var(flag: bool):
    y = 1
    if flag:
        y = 2
        z = "yes"
    else:
        z = "no"
    i = 10
    while True:
        i -= 3
        if i < 0:
            break
        if not flag:
            continue
        y *= i
    print(y, z, i)


xs = torch.tensor([1.0, -2.0, 3.5, 7.0])
print(search(xs, 3.0), search(xs, 100.0), search(xs, 0.5))
print(collatz(27), collatz(1), [classify(n) for n in (-4, 0, 3, 6, 99)])
print(nested(3), nested(9))
print(newton(torch.tensor([2.0, 9.0, 16.0])))
print(swap(10), swap(0))
loop_var(True)
loop_var(False)

# The same in Python.
total = 0
for i in range(20, 0, -3):
    if i % 2:
        continue
    total += i
    if total > 30:
        break
print(total, i)
n = 5
while n:
    n -= 1
for name in ("a", "b"):
    print(name, end=" ")
