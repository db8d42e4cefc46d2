# What is no tensor is no buffer, and what is no module is none.
import torch.nn as nn
m = nn.Module()
for f in (lambda: m.register_buffer("b", "text"), lambda: m.register_buffer("b", 3), lambda: m.add_module("x", 3),
          lambda: m.register_module("x", "a"), lambda: nn.CrossEntropyLoss("sum")):
    try:
        f()
        print("fine")
    except TypeError as error:
        print(error)
m.add_module("none", None)
m.register_buffer("none_too", None)
print(m.none, m.none_too)
