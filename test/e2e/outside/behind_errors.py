# What runs behind an error that only the run knows and no handler is for.
# in a folder of its own
# arguments: 0
# arguments: 1
# arguments: 2
# arguments: 3
# arguments: 4
# arguments: 5
# arguments: 6
import sys
from contextlib import contextmanager
which = int(sys.argv[1])


def parse(lines):
    count = 0
    try:
        out = []
        for line in lines:
            name, value = line.split("=")
            out.append((name, int(value)))
            count += 1
        return out
    finally:
        print("parsed", count, "lines")


class Log:
    def __init__(self, name):
        self.name = name
        self.lines = 0

    def __enter__(self):
        print("open", self.name)
        return self

    def write(self, text):
        self.lines += 1
        print(self.name, text)

    def __exit__(self, kind, error, traceback):
        print("close", self.name, self.lines, kind.__name__ if kind else None, error)


@contextmanager
def section(name):
    print("begin", name)
    try:
        yield name
    finally:
        print("end", name)


class Kinds:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, traceback):
        print(kind, error)


def handled(x):
    try:
        if x > 1:
            raise ValueError("too large: %d" % x)
        return 10 // x
    except ValueError as e:
        print("caught", e)
        return -1
    finally:
        try:
            print(int("12" if x < 5 else "b"))
        except ValueError as e:
            print("inner", e)
        print("done", x)


values = [3, 1, 2]
if which == 1:
    print(parse(["a=1", "b=x", "c=3"]))
print(parse(["a=1", "b=2"]))
with section("outer"), Log("log") as log:
    for i in range(3 if which != 2 else 4):
        log.write(str(values[i]))
    with section("inner"):
        for i in range(2 if which != 3 else 3):
            log.write(str(6 // (2 - i)))
with Kinds():
    d = {"a": 1, "b": 2}
    print(d["a" if which != 4 else "c"])
for x in [1, 2, 7, 0 if which == 5 else 1]:
    print(handled(x))
with open("out.txt", "w") as out:
    try:
        out.write("one\n")
        out.write(str(values[-1] // (6 - which)))
    finally:
        out.write("two\n")
        print("written")
print("end")
