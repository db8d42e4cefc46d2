# What paths that depend on data set for the calls behind them: autocast, its
# dtype, the grad mode, the default dtype.
import torch

x = torch.tensor([[1.0, 2.0], [3.0, 4.0]])


def show():
    print(torch.is_grad_enabled(), torch.is_autocast_enabled("cpu"), torch.get_autocast_dtype("cpu"),
          torch.get_default_dtype())


def reset():
    torch.set_grad_enabled(True)
    torch.set_autocast_enabled("cpu", False)
    torch.set_autocast_dtype("cpu", torch.bfloat16)
    torch.set_default_dtype(torch.float32)


def on():
    torch.set_autocast_enabled("cpu", True)


def branch(n):
    if n > 3:
        on()


def both_arms(n):
    if n > 3:
        on()
    else:
        torch.set_autocast_enabled("cpu", True)


def loop(n):
    for i in range(n - 3):
        on()


def last_iteration(n):
    for i in range(n):
        torch.set_autocast_enabled("cpu", i > 3)


def every_iteration(n):
    for i in range(3):
        print((x @ x).dtype)
        on()


def leaves_loop(n):
    i = 0
    while True:
        i += 1
        if i > 3:
            on()
            break
        if i > n:
            break


def returns(n):
    for i in range(n):
        if i > 3:
            on()
            return i
    return -1


def task(n):
    def work(y):
        if n > 3:
            on()
        return y + 1

    print(torch.jit.wait(torch.jit.fork(work, torch.ones(2))))


def handler(n):
    try:
        on()
        if n > 3:
            raise ValueError("n")
        torch.set_autocast_enabled("cpu", False)
    except ValueError:
        print("caught")


def within(n):
    with torch.no_grad():
        if n > 3:
            on()


def twice(n):
    if n > 3:
        on()
    print((x @ x).dtype)
    if n > 3:
        torch.set_autocast_enabled("cpu", False)


def context(n):
    if n > 3:
        with torch.autocast("cpu"):
            print((x @ x).dtype)
            return x @ x
    return x @ x


cases = [("branch", branch), ("both_arms", both_arms), ("loop", loop), ("last_iteration", last_iteration),
         ("every_iteration", every_iteration), ("leaves_loop", leaves_loop), ("returns", returns), ("task", task),
         ("handler", handler), ("within", within), ("twice", twice), ("context", context)]
for factor in (0.2, 1.0):
    n = int((x * factor).sum())
    for name, case in cases:
        print(name, n)
        case(n)
        show()
        # Lowered, computed in full, at the widest dtype, and left alone.
        print((x @ x).dtype, torch.nn.functional.linear(x, x), torch.prod(x.bfloat16(), 0).dtype,
              torch.cat([x, x.bfloat16()]).dtype, (x + x).dtype)
        y = x @ x + x
        y[0, 0] += 1
        print(y.sum(), y.dtype == x.dtype, y.dtype.itemsize)
        reset()

# Gradients through what may be lowered.
w = x.clone().requires_grad_()
if x.sum() > 3:
    on()
((w @ w) * 0.5).sum().backward()
print(w.grad, w.grad.dtype)
reset()

# The dtype of autocast.
for limit in (3, 100):
    if x.sum() > limit:
        torch.set_autocast_dtype("cpu", torch.float16)
    show()
    with torch.autocast("cpu"):
        print((x @ x).dtype)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        print((x @ x).dtype)
    reset()

# What must be known at compile time is asked for, or is set again before it matters.
if x.sum() > 3:
    torch.set_grad_enabled(False)
    torch.set_default_dtype(torch.float64)
    torch.set_printoptions(precision=2)
show()
kind = torch.get_default_dtype()
print(kind, kind.is_floating_point, kind.itemsize, kind in (torch.float32, torch.float64), kind == torch.float64)
print(bool((torch.ones(2, dtype=kind) / 3 == 1 / 3).all()))
torch.set_printoptions(precision=3)
reset()
print(torch.ones(2) / 3, (w * 2).requires_grad)
