# What raises inside of an expression is caught, and all before it has happened,
# in Python's order.
import sys
words = sys.stdin.read().split()
count = 0


def bump(s):
    global count
    count += 10
    if len(s) > 2:
        raise ValueError("long " + s)
    return int(s)


class Step:
    def __init__(self):
        self.n = 1

    def step(self, s):
        self.n += int(s)
        return self.n


def show(*args, **kw):
    print(args, sorted(kw.items()))


step = Step()
for s in words:
    try:
        print(count + bump(s), count)
    except ValueError as e:
        print(e, count)
    try:
        print(step.n + step.step(s) * step.n)
    except ValueError as e:
        print(e, step.n)
    stack = [1, 2, 3]
    try:
        print(f"{s} {len(stack)} {stack.pop()} {int(s)} {stack}")
    except ValueError as e:
        print(e, stack)
    try:
        show(int(s), stack.pop(), stack)
    except ValueError as e:
        print(e, stack)
    try:
        show(3, a=int(s) if s == "x" else 0)
    except ValueError as e:
        print(e, stack)
    try:
        show(stack.pop(), int(s), k=stack.append(int(s)))
    except ValueError as e:
        print(e, stack)
    print(stack)
    try:
        if 0 < int(s) < 5:
            print("in")
        else:
            print("out")
    except ValueError as e:
        print(e)
    try:
        if (n := int(s)) > 3:
            print("walrus", n)
        print((m := int(s) + 1), m)
    except ValueError as e:
        print(e)
    d = {"a": 1, "b": 2}
    xs = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    try:
        d["a"] += int(s)
        d[str(int(s))] = int(s) + 1
        d["c"] = d["b"] = int(s)
        step.n -= int(s)
        k: int = int(s) + len(d)
        print(k)
        xs[int(s)] = int(s)
        xs[int(s) % 2] += int(s)
        del xs[int(s)]
        print(xs)
    except ValueError as e:
        print(e)
    print(sorted(d.items()), step.n)


def deep(s, k):
    if k == 0:
        return int(s)
    return deep(s, k - 1) + int(s)


def classify(s, t):
    try:
        for i in range(3):
            if int(s) > 10:
                return "big"
            if int(t) == i:
                break
        else:
            return "else " + str(int(s) + int(t))
        return "break"
    except ValueError as e:
        return "error " + str(e)
    finally:
        print("finally", s)


for s in words:
    try:
        print(deep(s, 3))
    except ValueError as e:
        print(e)
    print(classify(s, "1"), classify("5", s))
for s in words:
    try:
        try:
            print(int(s) + 1)
        finally:
            print("inner")
        assert int(s) > 3, "small"
        raise KeyError(int(s))
    except (ValueError, AssertionError) as e:
        print("outer", e)
    except KeyError as e:
        print("key", e)
