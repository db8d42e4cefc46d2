def f(): pass


def f() -> int:
    """Docstring."""
    return 1


def f(a, b: int, c=1, d: int = 2, *e: int, f, g=3, **h: int): return
def f(a, b, /, c, *, d): return a, b
def f(*, a): return *a, b
def f(a, /): return
def f(*a: *b): pass
def f(a,): pass
def f(
    a,  # comment
    b=(1,
       2),
): pass


@decorator
def f(): pass


@a.b
@a.b(c)[d]
@(yield_)
class C: pass


class C(A, B, metaclass=M, *args, **kwargs):
    x: int
    y = 1

    def f(self):
        nonlocal_ = 1

        def g():
            nonlocal nonlocal_
            global y
            return nonlocal_
        return g

    @property
    def p(self): return self._p


class C(): pass
class C(A,): x = 1


async def f():
    await g()
    async with a as b, c:
        pass
    async for x in y:
        pass
    else:
        pass
    await x ** await y
    -await x
    return [await x async for x in y if await z]


@d
def f():
    yield
    yield x
    yield x, y
    x = yield
    x = y = yield z
    x += yield
    x: int = yield
    z = yield from w
    return (yield)
