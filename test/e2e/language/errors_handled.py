# try, except, else, finally around what the program raises.
import torch
# known at compile time
try:
    raise ValueError("bad")
except ValueError as e:
    print("caught", e, repr(e), e.args)
try:
    d = {"a": 1}
    print(d["b"])
except KeyError as e:
    print("no key", e)
except Exception:
    print("other")
else:
    print("else")
finally:
    print("finally")
try:
    print("fine")
except (ValueError, TypeError):
    print("never")
else:
    print("else")
def f(x):
    if x < 0:
        raise ValueError(f"negative {x}")
    return x * 2
try:
    print(f(3))
    y = f(-1)
    print("not reached", y)
except ValueError as err:
    print("error:", err)
def g(n):
    try:
        return f(n)
    except ValueError:
        return 0
    finally:
        print("left", n)
print(g(1), g(-1))
class MyError(Exception):
    pass
class Other(MyError):
    pass
try:
    try:
        raise Other("inner")
    except ValueError:
        print("wrong")
    finally:
        print("cleanup")
except MyError as e:
    print("outer", e)
try:
    import no_such_package
except ImportError:
    no_such_package = None
print(no_such_package)
try:
    import no_such_package2 as p
    has = True
except ModuleNotFoundError as e:
    print(e)
    has = False
print(has)
for i in range(3):
    try:
        if i == 1:
            continue
        print("i", i)
    finally:
        print("end", i)
it = iter([1, 2])
while True:
    try:
        v = next(it)
    except StopIteration:
        break
    print(v)
try:
    try:
        raise RuntimeError("again")
    except RuntimeError:
        print("first")
        raise
except RuntimeError as e:
    print("second", e)
try:
    assert 1 == 2, "unequal"
except AssertionError as e:
    print(e)
try:
    pass
except:
    print("no")
def load(path):
    raise FileNotFoundError(path)
try:
    load("x.pt")
except (FileNotFoundError, OSError) as e:
    print("no checkpoint", e)
def parse(s):
    try:
        return int(s)
    except ValueError:
        return None
print(parse("12"), parse("x"))
xs = [1, 2, 3]
try:
    print(xs[5])
except IndexError as e:
    print(e)
try:
    torch.ones(2, 3) @ torch.ones(2, 3)
except RuntimeError as e:
    print("shapes")
try:
    {}["k"]
except (KeyError, IndexError) as e:
    print(repr(e))
class A:
    def __init__(self, n):
        if not isinstance(n, int):
            raise TypeError("n must be an int")
        self.n = n
try:
    A("x")
except TypeError as e:
    print(e)
print(A(3).n)
for n in (1, "a", 2):
    try:
        a = A(n)
    except TypeError:
        print("skip")
        continue
    print(a.n)
x = torch.tensor([3.0, -1.0])
def head(v):
    if v.item() < 0:
        raise ValueError("negative")
    return v * 2
for v in x:
    try:
        r = head(v)
    except ValueError as e:
        print("caught", e)
    else:
        print(r)
try:
    z = head(x[1])
except ValueError:
    z = x[0]
print(z)
