# A branch that the run decides adds keys to a dict, or takes some of it.
import copy

import torch

x = torch.tensor([3.0, -1.0])
config = {"lr": 0.1, "x": x, "extra": None}
name = config
if x[0].item() > 0:
    del config["extra"]
    name["step"] = 7
    name["tag"] = "first"
else:
    config["other"] = x + 1
if x[1].item() > 0:
    config.pop("x")
    config["lr"] = 0.2
print(config is name, len(config), sorted(config), bool(config))
print("extra" in config, "other" in config, config.get("other") is None, config.get("step", 0))
print(config, list(config.keys()))
for key, value in config.items():
    print(key, value)

copied = copy.deepcopy(config)
plain = config.copy()
copied["x"].zero_()
plain["x"].add_(1)
plain["new"] = True
config.update(lr=0.5, more="m")
print(config["x"], copied["x"], len(plain), len(config), len(copied), copied)
merged = {"first": 1}
merged.update(config)
print(merged)
print(config.setdefault("step", 8), config.setdefault("extra", 9), config.pop("tag", "none"))
config.clear()
print(len(config), config)


def describe(x):
    about = {"sum": x.sum().item()}
    if x.min().item() < 0:
        about["negative"] = int((x < 0).sum())
        about["text"] = "has some"
    return about


for values in [x, x.abs()]:
    about = describe(values)
    print(about, len(about), "negative" in about, about.get("text"))

# One object under its own name and under a key, and one of two tensors.
inner = {"k": 1.5, "x": x}
outer = {}
if x[0].item() < 10:
    outer["inner"] = inner
    outer["n"] = 3
outer["inner"]["k"] = 7.5
print(inner["k"], outer["inner"] is inner, len(outer))
w = torch.tensor([1.0, 2.0], requires_grad=True)
parts = {"base": (w * w).sum(), "name": "p"}
if x[0].item() > 0:
    parts["extra"] = (w * 3).sum()
    parts["tag"] = 1
total = parts["base"]
if "extra" in parts:
    total = total + parts["extra"]
total.backward()
print(w.grad)
