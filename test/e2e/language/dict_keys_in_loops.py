# Iterations that add keys to a dict, or take some of it, as data says.
import torch

torch.manual_seed(11)
d = {"base": 1.0}
for i in range(30):
    r = int(torch.randint(0, 8, (1,)).item())
    t = torch.rand(1).item()
    if r == 0:
        d["a"] = t
    elif r == 1:
        d["b"] = "s%d" % i
    elif r == 2:
        d.pop("a", None)
    elif r == 3:
        d.setdefault("c", torch.full((2,), t))
    elif r == 4:
        if "c" in d:
            d["c"] = d["c"] * 2
    elif r == 5:
        d["n"] = d.get("n", 0) + 1
    elif r == 6:
        if "b" in d and "a" in d:
            del d["b"]
    else:
        d["base"] = d["base"] + t
    print(i, r, len(d), "a" in d, "b" in d, "c" in d, d.get("n", -1), sorted(d))
print(d.get("a"), d.get("b"), d.get("c"))

log = {"steps": 0}
while True:
    log["steps"] += 1
    r = torch.rand(1).item()
    if r < 0.2:
        log["low"] = r
        log["text"] = "low"
        continue
    if r > 0.9:
        log["high"] = torch.full((2,), r)
        break
print(log["steps"], len(log), log.get("text"), log["high"])

# Keys that come together keep their order.
best = {}
for i in range(6):
    v = torch.rand(2)
    if "sum" not in best or v.sum().item() > best["sum"]:
        best["sum"] = v.sum().item()
        best["at"] = i
        best["v"] = v
print(best)
for key in best:
    print(key)

# Tensors that change in place, and lists that grow.
sums = {}
for i in range(6):
    key = "even" if i % 2 == 0 else "odd"
    if key not in sums:
        sums[key] = torch.zeros(2)
    sums[key] += i
print(sums["even"], sums["odd"])
seen = {"n": 0}
for i in range(6):
    v = torch.randn(1).item()
    if v > 0:
        if "values" not in seen:
            seen["values"] = []
        seen["values"].append(v)
        seen["tag"] = "t"
    seen["n"] += 1
print(seen["n"], len(seen["values"]), seen["tag"])


class Cache:
    def __init__(self):
        self.made = {}
        self.hits = 0

    def get(self, x, key):
        if key in self.made:
            self.hits += 1
            return self.made[key]
        y = x * 2
        if y.sum().item() > 0:
            self.made[key] = y
            self.made["last"] = key
        return y


cache = Cache()
for i in range(6):
    x = torch.randn(3)
    y = cache.get(x, "k") + cache.get(x, "j")
    print(i, cache.hits, len(cache.made), f"{y.sum().item():.4f}")
print(cache.made.get("last"))
