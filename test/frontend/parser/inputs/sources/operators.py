# Precedence and associativity of every operator, and the ranges around
# parentheses.
a + b - c * d / e // f % g @ h
a ** b ** c
-a ** -b ** +c
(a + b) * (c)
((a)) + ((b))
~a | b ^ c & d << e >> f
not a or b and not c or d
a < b <= c > d >= e == f != g
a is b is not c in d not in e
not a not in b
a if b else c if d else e
(a if b else c) if (d) else (e)
a or b if c and d else not e
lambda: 0
lambda x, *y, z=1, **w: x if y else z
lambda a, /, b=2, *, c: lambda d: a
x = yy = zzz = 1
await_ = a if (b := c) else (d := e)
a @ b @ c
- - + ~ not_
1 if x else 2
1if x else 2
a.b.c(d)(e)[f].g
(a).b
(a)(b)
(a)[b]
a[b][c:d][e:f:g][::h][:, None, ..., 1]
a[:]
a[b,]
a[(b, c)]
a[*b, c]
a[b := 1]
f()
f(a, *b, c, d=e, *g, **h)
f(a for a in b)
f((a for a in b), c)
f(a=(b), **{})
f(a := 1, b)
f(a,)
print(*args, sep="")
