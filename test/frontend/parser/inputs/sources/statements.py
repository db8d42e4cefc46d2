pass; pass
pass;
x = 1
x = y = 2
x, y = y, x
x, *y = z
[x, y] = z
(x, (y, z)) = w
x.y = z[0] = a[1:2] = b
x = *y, z
x = yield_
x: int
x: int = 1
(x): int = 1
x.y: List[int] = []
x[0]: int
x: Tuple[int, ...] = 1, 2
x += 1
x -= 1; x *= 2; x /= 3; x //= 4; x %= 5; x **= 6
x @= 1; x &= 2; x |= 3; x ^= 4; x <<= 5; x >>= 6
x.y += 1
x[0] += y, z
del x
del x, y.z, w[0]
del (x, y), [z]
del (x)
assert x
assert x, "message"
assert (x, y)
raise
raise E
raise E("message") from cause
import a
import a.b.c
import a as b, c.d as e
from a import b
from a.b import c as d, e
from a import (b, c as d,)
from . import a
from .. import a
from .a import b
from ...a.b import c
from .... import d
from a import *
global g, h
if x: pass
if x: pass; y
if x:
    pass
elif y:
    pass
elif z:
    pass
else:
    pass
if x:
    a
else:
    if y:
        b
if (n := f()) > 1: pass
while x:
    break
while x: continue
while x:
    pass
else:
    pass
for x in y:
    continue
for x, y in z: pass
for x, in z: pass
for (x, y), *z in w:
    pass
else:
    pass
for x in 1, 2: pass
for x in *a, b: pass
for x.y in z: pass
for x[0] in z:
    pass
with a: pass
with a as b: pass
with a as (b, c), d as e.f: pass
with a, b: pass
with (a): pass
with (a, b): pass
with (a, b,): pass
with (a as b): pass
with (a as b, c): pass
with (a, c as d,): pass
with (a, b) as c: pass
with (a), (b): pass
with (a).b as c: pass
with (a, b)[0]: pass
with (): pass
with (yield_) as x: pass
with (
a as b,
c
as d):
    pass
match (
x
):
    case _: pass
with torch.no_grad():
    y = x
try:
    pass
except:
    pass
try: a
except A: b
except (A, B) as c:
    d
else:
    e
finally:
    f
try:
    pass
finally:
    pass
try:
    pass
except* E:
    pass
match x:
    case 1:
        pass
    case _: y
match x, y:
    case (1, 2) if z: pass
match (x):
    case {"a": [b, *c]} | D(b, e=c):
        if q:
            r
    case None | True | -1 | 2.5 | -3 + 4j | "s" 't' | a.b.c: pass
    case [] | () | [_] | (_,) | {} | a.D() | D(_, e=_,) | {"k": _,} as d if (e := d):
        pass
    case (_) if z: pass
    case *_, a: pass
    case a, *b, : pass
    case {a.b: {1: c, **d}, **e} as f, ((g)), [h, [i]] as j: pass
    case (
        1
        | 2
    ): pass
match *x, y:
    case z:
        pass
match = 1
match.case = 2
match(x)
match[x] = case
match * x
match -x
print(match, case)
if __name__ == "__main__":
    main()
