# Errors of types that are known when a program is compiled go to the `try` around them.
import torch

def t(f):
    try:
        return f()
    except (TypeError, AttributeError, KeyError, ValueError, IndexError, ZeroDivisionError, NameError) as e:
        return type(e).__name__
print(t(lambda: 0[1]))
print(t(lambda: 1 + "a"))
print(t(lambda: "a" + 1))
print(t(lambda: None + 1))
print(t(lambda: None.x))
print(t(lambda: (1).foo))
print(t(lambda: {"a": 1}["b"]))
print(t(lambda: [1, 2][5]))
print(t(lambda: (1, 2)[5]))
print(t(lambda: int("x")))
print(t(lambda: [1].index(3)))
print(t(lambda: 1 / 0))
print(t(lambda: undefined_name))
print(t(lambda: len(3)))
print(t(lambda: [1] + (2,)))
print(t(lambda: "abc".foo))
print(t(lambda: [].foo))
print(t(lambda: iter(3)))
print(t(lambda: (3)()))
print(t(lambda: "a" < 1))
print(t(lambda: [1, 2, 3].remove(7)))
print(t(lambda: float("q")))
print(t(lambda: torch.ones(2).nothing_such))
print(t(lambda: (lambda a: a)()))
print(t(lambda: (lambda a: a)(1, 2)))
print(t(lambda: (lambda a: a)(b=2)))
print(t(lambda: max([])))
print(t(lambda: -"a"))
print(t(lambda: [1]["x"] if False else [1]["x"]))
print(t(lambda: {}[[]]))
print(t(lambda: next(iter([]))) if False else "n")
print(t(lambda: "x" in 3))
print(t(lambda: [i for i in 5]))
print(t(lambda: sum(5)))
print(t(lambda: dict(5)))
print(t(lambda: {}.pop("a")))
print(t(lambda: [].pop()))
print(t(lambda: "a".join([1])))
print(t(lambda: getattr(3, "q")))
print(t(lambda: setattr(3, "q", 1)))
print(t(lambda: isinstance(3, 4)))
print(t(lambda: "a" * "b"))
print(t(lambda: abs("a")))

def f(x, skip):
    try:
        skip = skip[:, -x.size(1):]
    except:
        skip = 0
    return x + skip
x = torch.ones(2, 3)
print(f(x, 0), f(x, torch.ones(2, 5)))
try:
    a, b = 3
except TypeError as e:
    print(e)
try:
    a, b = 1, 2, 3
except ValueError as e:
    print(e)
try:
    import nothing_such_module
    HAVE = True
except ImportError:
    HAVE = False
print(HAVE)
class A:
    def __init__(self, d): self.d = d
    def get(self, k):
        try:
            return self.d[k]
        except KeyError:
            return "default"
print(A({"a": 1}).get("b"), A({"a": 1}).get("a"))
try:
    x.shape[5]
except IndexError:
    print("ie")
try:
    for q in 5: pass
except TypeError as e: print(e)
try:
    del undefined_q
except NameError: print("ne")
try:
    A(1).zz
except AttributeError as e: print(e)
try:
    A(1)()
except TypeError as e: print(e)
try:
    None()
except TypeError as e: print(e)
try:
    {"a": 1}["z"]
except Exception as e: print(type(e).__name__, e)
try:
    x.view(7)
except RuntimeError as e: print("re")
try:
    torch.ones(2) @ torch.ones(3)
except RuntimeError: print("re")
try:
    x + torch.ones(5)
except RuntimeError: print("re")
try:
    x["a"]
except Exception as e: print(type(e).__name__)

# known exceptions in idioms
def get(d, *ks):
    for k in ks:
        try:
            d = d[k]
        except (KeyError, TypeError, IndexError):
            return None
    return d
print(get({"a": {"b": [1, 2]}}, "a", "b", 1), get({"a": 1}, "a", "b"), get({}, "x"))
def to_num(s):
    try:
        return int(s)
    except ValueError:
        try:
            return float(s)
        except ValueError:
            return s
print(to_num("3"), to_num("3.5"), to_num("x"))
def is_iter(o):
    try:
        iter(o)
        return True
    except TypeError:
        return False
print(is_iter([1]), is_iter(3), is_iter("a"), is_iter({}))
def safe_div(a, b):
    try:
        return a / b
    except ZeroDivisionError:
        return float("inf")
    finally:
        print("done")
print(safe_div(1, 0), safe_div(1, 2))
try:
    len(5)
except TypeError as e:
    print(e)
try:
    [1, 2].foo()
except AttributeError as e:
    print(e)
try:
    "a" + 1
except TypeError as e:
    print(e)
try:
    1 + "a"
except TypeError as e:
    print(e)
try:
    [1] + (2,)
except TypeError as e:
    print(e)
try:
    {"a": 1}["b"]
except KeyError as e:
    print(e, e.args)
try:
    (lambda a, b: 0)(1)
except TypeError as e:
    print(e)
def kw(a, *, b): return a
try:
    kw(1)
except TypeError as e:
    print(e)
try:
    kw(1, c=2)
except TypeError as e:
    print(e)
try:
    kw(1, 2, b=1)
except TypeError as e:
    print(e)
try:
    undefined_thing
except NameError as e:
    print(e)
try:
    a, b = [1, 2, 3]
except ValueError as e:
    print(e)
try:
    a, *b = []
except ValueError as e:
    print(e)
try:
    [][0]
except IndexError as e:
    print(e)
try:
    None[0]
except TypeError as e:
    print(e)
try:
    for i in None: pass
except TypeError as e:
    print(e)
try:
    3 in 4
except TypeError as e:
    print(e)
try:
    "a" < 1
except TypeError as e:
    print(e)
try:
    -"a"
except TypeError as e:
    print(e)
try:
    (1, 2).append(3)
except AttributeError as e:
    print(e)
try:
    None.foo
except AttributeError as e:
    print(e)
try:
    x = (1, 2)
    x[0] = 3
except TypeError as e:
    print(e)
try:
    int("x1")
except ValueError as e:
    print(e)
try:
    [1]["0"]
except TypeError as e:
    print(e)
