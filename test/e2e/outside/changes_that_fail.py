# Changes of lists and dicts that may fail in the run only, under handlers.
# arguments:
# arguments: 1
import sys
n = len(sys.argv) - 1


def attempt(f):
    try:
        f()
    except IndexError as e:
        print("IndexError:", e)
    except KeyError as e:
        print("KeyError:", e)
    except ValueError as e:
        print("ValueError:", e)
    else:
        print("fine")


xs = [i * i for i in range(4 + n)]
def set_to(i, v):
    xs[i] = v
for i in [0, -4, 3, 4, -5, 9]:
    attempt(lambda: set_to(i + n, 100 + i))
print(xs)
def delete(i):
    del xs[i]
    print("deleted", i)
for i in [1, -2, 5]:
    attempt(lambda: delete(i + n))
print(xs)
for v in [100, 7, 99]:
    try:
        print(xs.index(v + n))
    except ValueError as e:
        print("not there:", e)
for v in [100, 7]:
    try:
        xs.remove(v + n)
        print("removed", v)
    except ValueError as e:
        print("not removed:", e)
print(xs)
while True:
    try:
        print(xs.pop())
    except IndexError as e:
        print(e)
        break
try:
    xs.pop(3 + n)
except IndexError as e:
    print(e)
try:
    xs[0] += 1 + n
except IndexError as e:
    print(e)
d = {"a": 1, "b": 2}
key = "c" if n == 0 else "a"
try:
    d[key] += 1
except KeyError as e:
    print("no", e)
try:
    del d[key]
except KeyError as e:
    print("no", e)
try:
    print(d.pop("b" if n == 0 else "x"))
    print(d.pop(key))
except KeyError as e:
    print("no", e)
print(d)
t = (1, 2, 3)
try:
    print(t.index(5))
except ValueError as e:
    print(e)
words = "a b c".split()
try:
    words[words.index("z")] = "y"
except ValueError as e:
    print(e)
try:
    words[7] = "y"
except IndexError as e:
    print(e)
try:
    del words[3]
except IndexError as e:
    print(e)
k = {"x": 1}
if n == 0:
    k["y"] = 2
try:
    print(k.pop("y"))
    print(k["y"])
except KeyError as e:
    print("gone", e)
