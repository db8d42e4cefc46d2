# expect: COMPILE ERROR 6 task
import torch


def f(x):
    print("in task")
    return x * x


x = torch.ones(3, requires_grad=True)
futures = [torch.jit.fork(f, x) for _ in range(2)]
s = torch.zeros(3)
for i in range(2):
    s = s + torch.jit.wait(futures[i])
s.sum().backward()
print(x.grad)
