()
(a,)
(a, b)
a, b
a,
*a, b
(*a, *b)
[]
[a]
[a, *b,]
{}
{a}
{a, *b}
{a: b}
{a: b, **c, d: e,}
{**a}
[a for b in c]
[a for b, c in d if e if f for g in h]
[a async for b in c]
{a for b in c}
{a: b for c in d if not e}
(a for b in c)
((a, b) for b, in c)
[(yield)]
[a
 for b
 in c]
[[a for b in c] for d in e]
{(a, b): [c] for d in e}
[a for *b, c in d]
[lambda x: x for x in y]
...
{a := b, c}
{(a := b): c}
a[(b := c):d]
[a := b for c in d]
