# iter() of a function, up to what it gives at the end; max() and min() of objects with items.
import io
from collections import deque

text = io.StringIO("one\ntwo\n\nthree\n")
for line in iter(text.readline, ""):
    print(repr(line))

state = [3]


def down():
    state[0] -= 1
    return state[0]


print([n * n for n in iter(down, -2)], state)
parts = io.StringIO("abcdefgh")
for i, part in enumerate(iter(lambda: parts.read(3), "")):
    print(i, part)
recent = deque([4, 9, 2], maxlen=3)
recent.append(len(state))
print(max(recent), min(recent), max(deque(["b", "c"])), min(deque([2.5, -1.0])))
