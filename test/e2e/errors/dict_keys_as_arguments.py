# expect: COMPILE ERROR 10 keys
import torch

def f(a=1, b=2):
    return a + b

keywords = {"a": 5}
if torch.rand(1).item() > 0.5:
    keywords["b"] = 2.5
print(f(**keywords))
