# Objects, tensors, lambdas, comprehensions, and operands that only some runs
# compute, raise inside of expressions.
import sys
import torch
words = sys.stdin.read().split()


def positive(x):
    if x.item() < 0:
        raise ValueError("negative")
    return x


x = torch.tensor([1.0, -1.0, 3.0]) + torch.zeros(3)
for i, j in [(0, 1), (0, 2), (1, 1)]:
    try:
        print(positive(x[i]) + positive(x[j]))
    except ValueError:
        print("caught")
w = torch.ones(2, requires_grad=True)
try:
    loss = (positive(x[0]) * w).sum() + positive(x[2])
    loss.backward()
    print(w.grad)
    loss = (positive(x[0]) * w).sum() + positive(x[1])
    loss.backward()
except ValueError as e:
    print(e)
print(w.grad)


class Box:
    def __init__(self, s):
        self.value = 0
        self.value = int(s)
        if self.value > 5:
            raise ValueError("large box")

    @property
    def checked(self):
        if self.value < 0:
            raise ValueError("negative box")
        return self.value

    def __add__(self, other):
        if self.value == other.value:
            raise ValueError("same")
        return self.value + other.value

    def __getitem__(self, i):
        if i > self.value:
            raise ValueError("index")
        return i * 2

    def __str__(self):
        return "<" + str(self.value) + ">"


for s in words:
    try:
        print(Box(s).value * 2)
        print(Box(s).checked + 1)
        print((Box(s) + Box("4")) * 2)
        print(Box(s)[3] + Box(s)[int(s)])
        print(f"{Box(s)}.")
    except ValueError as e:
        print(e)
g = lambda s, t: int(s) + (int(t) if t != "4" else -1)
for s in words:
    try:
        print(g(s, s) * g("1", s))
    except ValueError as e:
        print(e)
    try:
        print([int(a + b) for a in words[:2] for b in words if int(b) > 3])
    except ValueError as e:
        print(e)
    try:
        print([int(a) for a in [s, "4", s]], sorted({int(a) for a in [s, s]}))
    except ValueError as e:
        print(e)
    try:
        print(sorted({a: int(a) for a in words[:2]}.items()))
        print(",".join(str(int(a)) for a in words), sum(int(a) for a in words))
    except ValueError as e:
        print(e)
    try:
        print(*[int(s), 5], sep="-")
        print([[int(c) for c in a] for a in ["12", s, "3"]])
        print(sorted([int(a) for a in ["3", s, "1"]]), min(int(a) for a in ["3", s]))
    except ValueError as e:
        print(e)
    try:
        print(s == "4" and int(s) > 2 and int(s + "0") > 3 or int(s) > 100 or len(s) > 4)
        print(not int(s), -int(s), (int(s), float(s)), [int(s)] + [1], {"a": int(s)})
    except ValueError as e:
        print(e)
