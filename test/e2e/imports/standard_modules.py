# Small modules: json, heapq, bisect, statistics, textwrap, math, functools, itertools, gc.
import gc, json, random, math, string, copy, itertools, functools, operator
import numpy as np
print(gc.collect() >= 0)
cfg = {"lr": 0.1, "layers": [1, 2], "name": "a\"b", "on": True, "none": None, "nested": {"k": (1, 2.5)}}
print(json.dumps(cfg))
print(json.dumps(cfg, indent=2, sort_keys=True))
print(math.frexp(10.0), math.ldexp(0.625, 4), math.modf(-3.25), math.nextafter(1.0, 2.0), math.ulp(1.0))
print(string.ascii_lowercase[:3], string.digits)
print(functools.reduce(operator.mul, [1, 2, 3, 4]), list(itertools.chain([1], [2, 3])), list(itertools.product("ab", repeat=2)))
print(list(itertools.accumulate([1, 2, 3])), list(itertools.zip_longest([1, 2], [3])), list(itertools.islice(itertools.count(5), 3)))
add = functools.partial(lambda a, b=2: a + b, b=5)
print(add(1))
@functools.lru_cache(maxsize=None)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(15))
random.seed(3)
print(random.random(), random.randint(1, 6), random.choice([1, 2, 3]), random.sample(range(10), 3), random.uniform(1, 2), random.gauss(0, 1))
a = {"x": [1, 2]}
b = copy.deepcopy(a)
b["x"].append(3)
print(a, b)
import bisect, heapq, statistics, textwrap
h = []
for v in [5, 1, 4, 2]:
    heapq.heappush(h, v)
print(h, heapq.heappop(h), h, heapq.nsmallest(2, [3, 1, 2]), heapq.nlargest(1, [3, 1, 2]))
l = [1, 3, 5]
bisect.insort(l, 4)
print(l, bisect.bisect(l, 3), bisect.bisect_left(l, 3))
print(statistics.mean([1, 2, 3, 4]), statistics.stdev([1.0, 2.0, 4.0]), statistics.median([3, 1, 2]))
print(textwrap.dedent("""
    a
      b
    """))
print([math.frexp(x) for x in (0.0, 1.0, -0.1, 1e300, 5e-324)], math.ldexp(1.0, -1074), math.ldexp(-0.75, 1024), math.modf(math.inf), math.modf(-0.5))
print([math.ulp(x) for x in (0.0, 1.0, -1e10, 1.7976931348623157e308)], math.nextafter(0.0, -1.0), math.nextafter(2.0, 2.0))
print(json.dumps({"x": [1, True, None, float("inf")], "s": "é\n\t\\", 3: (), "e": {}}), json.dumps([1, [2, {"a": "b"}]], indent=4), json.dumps("x", separators=(",", ":")))
heap = [7, 3, 9, 1, 8, 2]
heapq.heapify(heap)
print(heap, heapq.heappushpop(heap, 0), heapq.heapreplace(heap, 5), heap, [heapq.heappop(heap) for _ in range(6)])
