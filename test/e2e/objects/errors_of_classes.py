# Errors of classes of the program, and errors as values.
import torch
from dataclasses import dataclass

class NanError(Exception):
    def __init__(self, step, loss):
        super().__init__(f"nan at {step}")
        self.step, self.loss = step, loss
def check(i, x):
    if x.item() > 2: raise NanError(i, 1.5)
    return x
for i in range(4):
    try:
        check(i, torch.tensor(float(i)))
        print("ok", i)
    except NanError as e:
        print("caught", e)
try:
    raise NanError(7, 2.5)
except NanError as e: print(e.step, e.loss)
print("end")

class Base(Exception):
    code = 1
    def __init__(self, *a, hint=None): super().__init__(*a); self.hint = hint
    def describe(self): return f"{type(self).__name__}[{self.code}] {self} hint={self.hint}"
class NotFound(Base): code = 404
class Dup(Base, KeyError): code = 2
for cls, a in ((NotFound, ("x",)), (Dup, ("y", 3)), (Base, ())):
    try: raise cls(*a, hint="h")
    except Base as e: print(e.describe(), e.args, isinstance(e, KeyError), isinstance(e, NotFound), repr(e))
try: raise Dup("k")
except KeyError as e: print("KE", e, e.code)
err = NotFound("later"); print(err, repr(err), err.args, str(err) == "later")
def fail(): return NotFound("made", 1)
try: raise fail()
except NotFound as e: print(e, e.args)
try: raise NotFound
except NotFound as e: print(e.args, e.hint, str(e) == "")
try:
    try: {}["a"]
    except KeyError as e: raise NotFound("lookup") from e
except NotFound as e: print(e, type(e.__cause__).__name__)

try: raise ValueError(3)
except ValueError as e: print(e.args[0] + 1, e, repr(e), e.args)
try: raise ValueError("a", 2)
except ValueError as e: print(e, e.args, repr(e))
try: raise ValueError()
except ValueError as e: print(e.args, repr(e))
try: raise KeyError("k")
except KeyError as e: print(e, e.args[0], repr(e))
try: raise KeyError(3)
except KeyError as e: print(e, e.args[0], repr(e))
last = None
for i in range(3):
    try: raise RuntimeError(f"try {i}")
    except RuntimeError as e: last = e
print(last, type(last).__name__)
try: raise last
except RuntimeError as e: print("re", e, isinstance(e, RuntimeError), isinstance(e, ValueError))
errs = [ValueError("x"), TypeError("y")]
for q in errs:
    try: raise q
    except (ValueError, TypeError) as e: print(type(e).__name__, e)
print([str(q) for q in errs])
class NoError: pass
try: raise NoError()
except TypeError as e: print(e)
try: raise "x"
except TypeError as e: print(e)

class Abort(Exception):
    def __init__(self, why): super().__init__(why); self.why = why
class Ctx:
    def __enter__(self): return self
    def __exit__(self, t, v, tb):
        if t is not None and issubclass(t, Abort): print("aborted", v.why, t.__name__); return True
        return False
with Ctx(): raise Abort("w")
try:
    with Ctx(): raise ValueError("z")
except ValueError as e: print(e)
def f():
    try: raise Abort("in f")
    except Abort: raise
    finally: print("fin")
try: f()
except Abort as e: print(e.why)

@dataclass
class PE(Exception):
    line: int
    msg: str
    def __str__(self): return f"{self.line}: {self.msg}"
try: raise PE(3, "bad")
except PE as e: print(e, e.line)
class WithProp(Exception):
    @property
    def message(self): return self.args[0] if self.args else "none"
try: raise WithProp("m")
except WithProp as e: print(e.message)

def run(x, k):
    if k == "a": raise ValueError("ka")
    if x.sum() > 2: raise RuntimeError("big")
    return x * 2
for k in ("a", "b"):
    for n in (1, 3):
        try:
            y = run(torch.ones(n), k)
            print(y)
        except ValueError as e: print("V", e, e.args)
        except RuntimeError as e: print("R", e, e.args[0])

# Errors that are kept.
class Numbered(Exception):
    def __init__(self, v): self.v = v
def numbered(k):
    try:
        if k: raise Numbered(k)
        return "none"
    except Numbered as e:
        if e.v == 1: return f"one {e.v}"
        raise
    finally: print("f", k)
print(numbered(0), numbered(1))
try: numbered(2)
except Numbered as e: print("out", e.v, e.args, str(e))
errors = []
for k in range(4):
    try: raise Numbered(k)
    except Numbered as e: errors.append(e)
print([e.v for e in errors], max(errors, key=lambda e: e.v).v)
print([KeyError("z"), ValueError(2)], Exception("q", 1).args)

class Retry:
    def __init__(self, n): self.n = n
    def __call__(self, f):
        def w(*a):
            last = None
            for i in range(self.n):
                try: return f(i, *a)
                except (ValueError, KeyError) as e:
                    last = e
                    print("retry", i, type(e).__name__, e)
            raise last
        return w
@Retry(3)
def tried(i, x):
    if i == 0: raise ValueError("v")
    if i < x: raise KeyError("k")
    return i
print(tried(1))
try: tried(5)
except KeyError as e: print("gave up", e)
