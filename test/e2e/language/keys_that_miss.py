# Keys that only the run knows and that a dict of compile time has not.
import sys
ops = {"add": lambda a, b: a + b, "mul": lambda a, b: a * b}
mixed = {"lr": 0.1, "name": "x", "n": 3}
shapes = {"a": (1, 2), "b": (1, 2, 3)}
for w in sys.stdin.read().split():
    try:
        print(ops[w](2, 3))
    except KeyError as e:
        print("no op", e)
    try:
        print(mixed[w])
    except KeyError as e:
        print("no setting", e)
    try:
        print(len(shapes[w]))
    except KeyError as e:
        print("no shape", e)
