# The classes of errors that a handler of several has caught.
import torch
class MyError(ValueError):
    pass
def f(x):
    if x > 2.5:
        raise ValueError("zero")
    if x > 1.5:
        raise KeyError("one")
    if x > 0.5:
        raise MyError("two")
    return x
for i in range(4):
    try:
        f(torch.tensor(float(i)))
    except (ValueError, KeyError) as error:
        print(type(error).__name__, error, error.__class__.__name__, f"{type(error).__name__}: {error}")
        print(isinstance(error, KeyError), isinstance(error, (MyError, KeyError)), type(error) is ValueError, type(error) == MyError, isinstance(error, Exception), type(error) is not KeyError)
try:
    f(torch.tensor(3.0))
except ValueError as e:
    print(type(e).__name__, isinstance(e, ValueError), isinstance(e, str), type(e) is ValueError)
