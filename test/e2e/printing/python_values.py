# What Python prints for numbers, strings and containers, with sep and end.
import math

print(1, 1.0, -0.0, 1e16, 1e15, 123456789.123, 1e-4, 1e-5, 0.1, 1 / 3, 2.0**0.5, 1e100, 1.5e-10)
print(math.inf, -math.inf, math.nan, True, None, "text", 10**15, -(2**62))
print([1, 1.0, "a", None, True], (1,), (), {}, [], {"a": [1, (2.5, "b")]}, [[]], ("x", "it's", 'say "hi"', "new\nline", "back\\slash"))
print({1: 2, "k": None}, [0.1, 1e20], {"a": {"b": 1}}, range(3), range(1, 10, 2), list(range(3)))
print("a", "b", sep="-", end="!\n")
print("x", end="")
print()
print("a", "b", sep="")
print(*[1, 2, 3], sep=", ")
print("tab\there", "unicode é ü 漢字 →", "", "end", flush=True)
print(3 == 3.0, 1 is None, not None, [1, 2] == [1, 2], "b" in "abc", (1, 2) + (3,), "ab" * 2)
print(str(1.0), repr("q"), str(None), repr(2.50), str([1, "a"]), f"{True}", f"{1e16}", f"{[1.0]}")
import torch
loss = torch.tensor(0.12345)
print("loss %.3f" % loss, "%d%%" % torch.tensor(7), "%s" % torch.tensor([1, 2]))
