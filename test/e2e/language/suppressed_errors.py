# Errors of the run that a `with` suppresses; `else` of a `try` within another.
import contextlib
import torch
n = int(torch.arange(3.).sum())


class Quiet:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, traceback):
        print("quiet", kind is None)
        return True


xs = [i for i in range(n)]
for s in ["1", "x", "3"]:
    with contextlib.suppress(ValueError):
        print(int(s if n == 3 else "5"))
with contextlib.suppress(IndexError, KeyError):
    print(xs[n - 1])
    print(xs[n])
    print("not here")
with Quiet():
    print(xs[n + 2])
with Quiet():
    xs[n - 2] = 7
print(xs)
try:
    y = xs[n - 3]
except IndexError:
    print("no")
else:
    print("else", y)
    try:
        print(xs[n + 4])
    except IndexError:
        print("inner")
    else:
        print("inner else")
print(torch.tensor(xs))
