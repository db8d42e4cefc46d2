# Objects that branches and loops choose, whose attributes are tensors.
import torch


class Box:
    def __init__(self, value):
        self.value = value
        self.count = 0

    def scaled(self, by):
        self.count += 1
        return Box(self.value * by)


class Meter:
    def __init__(self, v):
        self.v = v


torch.manual_seed(0)
x = torch.randn(3)
ms = [Meter(torch.ones(2).sum().item()), Meter(torch.zeros(2).sum().item())]
print(max(ms, key=lambda m: m.v).v, min(ms, key=lambda m: m.v) is ms[1])

# A dict that has one on some paths.
state = {}
if x.sum().item() > 10.0:
    state["box"] = Box(x * 2)
print(len(state), "box" in state)
if x.sum().item() < 10.0:
    state["other"] = Box(x * 3)
    state["other"].value = state["other"].value + 1
print([box.value for box in state.values()])

# The object of the entry is that of the first iteration only.
cur = Box(torch.tensor(1.0))
n = 0
while n < 4:
    n += 1
    s = cur.value + n
    if s > 3:
        cur = Box(s * 2)
    else:
        cur = Box(s)
    print(n, cur.value)

# A variable that a function changes.
best = Box(torch.zeros(3))


def replace(value):
    global best
    best = Box(value)
    return best


first = best
if x.abs().sum() > 1:
    made = replace(x)
    made.count = 5
print(first.value, best.value, best.count, first is best)
for i in range(8):
    if best.value.sum() < i:
        best = best.scaled(2.0)
    else:
        first.count += 1
print(best.value, best.count, first.count)
chosen = first if first.count > 3 else best
chosen.count = 100
print(first.count, best.count, chosen is first)


# What a function returns on some paths.
def find(boxes, least):
    for box in boxes:
        if box.value.sum() > least:
            return box
    return None


boxes = [Box(torch.full((2,), float(i))) for i in range(5)]
found = find(boxes, x.sum().item() + 3)
if found is not None:
    found.count += 7
print([box.count for box in boxes], found is boxes[2], find(boxes, 100 + x.sum()) is None)
