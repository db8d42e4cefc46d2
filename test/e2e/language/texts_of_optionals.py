# str(), repr(), format(), bool() and isinstance() of what only the run knows to be None.
import torch
n = int(torch.tensor(2))
v = None if n > 1 else 3
print(str(v), repr(v), format(v), isinstance(v, int))
d = {2: "a"}
w = d.get(n + 1)
print("got " + str(w), "and " + str(d.get(n)), repr(d.get(n)))
t = None
if n > 1:
    t = torch.ones(2)
print("t " + str(t), isinstance(t, torch.Tensor))
print(bool(v), bool(t is not None), not v)
