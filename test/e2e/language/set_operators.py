# Sets: their operators, keys of dicts as sets, frozenset.
import torch
words = "emma olivia ava isabella".split()
chars = sorted(list(set(''.join(words))))
print(chars, len(chars), max(len(w) for w in words))
stoi = {ch: i + 1 for i, ch in enumerate(chars)}
print(stoi)
a = {1, 2, 3}; b = {3, 4}
print(a | b, a & b, a - b, a ^ b, a <= b, {3} <= a, a.union([0]), len(a))
d = {"x": 1, "y": 2, "z": 3}
print(sorted(d.keys() - {"x"}), sorted(d.keys() & {"x", "q"}), sorted(d.keys() | {"w"}), sorted({"x", "y"} - d.keys()))
whitelist = set(); black = set()
for n in ["a.w", "b.b", "c.w"]:
    if n.endswith("w"): whitelist.add(n)
    else: black.add(n)
inter = whitelist & black
union = whitelist | black
assert len(inter) == 0, "parameters %s made it into both sets" % (str(inter),)
assert len(d.keys() - set(["x", "y", "z"])) == 0
print(sorted(list(whitelist)), len(union), "a.w" in whitelist)
f = frozenset([1, 2]); print(1 in f, len(f), f)
a.update({7}); a.discard(1); a.remove(2); print(a)
a |= {5}; a -= {7}; print(a)
s = set("hello"); print(len(s), sorted(s))
print(set([1, 2]) == {2, 1}, isinstance(a, set))
for x in sorted({x * 2 for x in range(5)}): print(x, end=" ")
print()
print({1, 2}.isdisjoint({3}), {1, 2, 3}.intersection([2], [2, 3]), {1, 2, 3}.difference([1], [2]))
