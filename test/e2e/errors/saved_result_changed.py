# exp() keeps its result for the derivative; relu() and adding do, too, or not.
import torch

print("start")
w = torch.ones(2, requires_grad=True)
a = w * 2
b = a + 1
a.add_(1)
b.sum().backward()
print(w.grad)
e = w.exp()
e.add_(1)
e.sum().backward()
print(w.grad)
