# What an iteration has taken out of a list is changed behind the loop.
# expect: COMPILE ERROR 10 kept
import torch

x = torch.tensor([1.0, 2.0])
a, b = torch.zeros(2), torch.ones(2)
xs, t = [a, b, a], a
for i in range(2):
    t = xs[int(x.argmax())]
t.add_(5)
print(a, b, t is a)
