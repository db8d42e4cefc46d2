# A handler takes the error that only one type of a value has, where it is all of a statement.
import torch

torch.manual_seed(0)
values = torch.rand(6)


def more(value):
    try:
        return value + 1
    except TypeError as error:
        print("TypeError:", error)
    return -1


def look(x):
    print(x, more(x))
    try:
        y = x + 1
        print(y)
    except TypeError as error:
        print("TypeError:", error)
    try:
        n = int(x)
        print(n)
    except ValueError as error:
        print("ValueError:", error)
    else:
        print("an int")
    finally:
        print("done")
    try:
        n = len(x)
        print(n)
    except TypeError as error:
        print("TypeError:", error)
    try:
        y = x - x
        print(y)
    except TypeError as error:
        print("TypeError:", error)


look(1 if values[0] > 0.4 else "one")
look(1 if values[0] > 2 else "one")
for i, value in enumerate(values.tolist()):
    x = i if value > 0.4 else "7" if i == 3 else "small"
    try:
        n = int(x)
        print("int", n)
    except ValueError as error:
        print(error)
