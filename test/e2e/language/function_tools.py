# itertools, functools, operator, and decorators of the program.
import itertools
from itertools import count, repeat, chain, product, combinations, permutations, zip_longest, islice, cycle, accumulate, combinations_with_replacement, pairwise, starmap
from functools import partial, reduce, lru_cache, cache, wraps
import functools
import operator
import torch
import torch.nn as nn
for i in count(1):
    if i > 3:
        break
    print(i)
for i, c in zip(count(10, 5), "abc"):
    print(i, c)
print(list(chain([1, 2], (3, 4), "ab")), list(chain.from_iterable([[1], [2, 3]])))
print(list(product([1, 2], "xy")), list(product([0, 1], repeat=3)))
print(list(combinations([1, 2, 3, 4], 2)), list(permutations("abc", 2)), list(permutations([1, 2, 3])))
print(list(zip_longest([1, 2, 3], "a", fillvalue="-")))
print(list(islice(range(10), 2, 8, 3)), list(islice(count(), 4)), list(islice([1, 2, 3], 2)))
print(list(accumulate([1, 2, 3, 4])), list(accumulate([1, 2, 3], operator.mul, initial=10)), list(accumulate([3, 1, 4], max)))
print(list(repeat(7, 3)), list(zip("ab", repeat(0))))
for i, c in zip(range(5), cycle("ab")):
    print(i, c, end=" ")
print()
it = cycle([1, 2, 3])
print(next(it), next(it), next(it), next(it))
c = count()
print(next(c), next(c))
print(list(pairwise([1, 2, 3])), list(starmap(pow, [(2, 3), (3, 2)])), list(combinations_with_replacement("ab", 2)))
norm = partial(nn.LayerNorm, eps=1e-6)
print(norm(4))
add = partial(lambda a, b, c=0: a + b * 10 + c * 100, 1, c=2)
print(add(3), add(3, c=5), partial(add, 4)())
print(reduce(lambda a, b: a * b, [1, 2, 3, 4]), reduce(operator.add, [[1], [2]], []), reduce(lambda a, b: a + b, [torch.ones(2), torch.ones(2)]))

@lru_cache(maxsize=None)
def fib(n):
    if n == 10: print("ten")
    return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(30), fib(10))

@functools.lru_cache()
def table():
    print("made")
    return {"a": 1}
print(table(), table())

@cache
def sq(x):
    return x * x
print(sq(4), sq(4))
def deco(f):
    @wraps(f)
    def inner(*args, **kw):
        print("call", f.__name__)
        return f(*args, **kw)
    return inner
@deco
def g(x): return x + 1
print(g(1), g.__name__)
enc = nn.Linear(2, 3); dec = nn.Linear(3, 2)
opt = torch.optim.SGD(itertools.chain(enc.parameters(), dec.parameters()), lr=0.1)
print(len(opt.param_groups[0]["params"]))
torch.manual_seed(0)
x = torch.randn(4, 2)
for epoch in count():
    loss = ((dec(enc(x)) - x) ** 2).mean()
    opt.zero_grad(); loss.backward(); opt.step()
    if epoch > 20 or loss.item() < 0.2:
        break
print(epoch > 2)
for n in count(1):
    if n * n > 50: break
print(n)
print(operator.itemgetter(1)([5, 6]), sorted([(1, 3), (2, 1)], key=operator.itemgetter(1)))
