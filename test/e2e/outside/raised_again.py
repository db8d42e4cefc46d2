# A bare `raise` in a handler that runs for one of several kinds of errors, which only
# the run tells.
# arguments: 3 a 0 2
# arguments: 1
# arguments: 7
# arguments: 0
import sys


def divided(x):
    try:
        value = 6 // int(x)
        if value == 0:
            raise LookupError(x)
    except ValueError:
        print("value")
        return -1
    except (ZeroDivisionError, LookupError) as error:
        print("again", error)
        raise
    finally:
        print("finally", x)
    return value


results = []
for x in sys.argv[1:]:
    try:
        results.append(divided(x))
    except ArithmeticError as error:
        print(type(error).__name__, error)
        results.append(0)
    except LookupError as error:
        print("lookup", error)
print(results)
divided(sys.argv[-1])
print("last")
