# Elements of tensors that only the run finds.
# arguments:
# arguments: 1
import sys
import torch
n = len(sys.argv) - 1
x = torch.arange(6.).view(3, 2)


def row(i):
    return x[i].sum().item() * 2


for i in [0, 2, -3, 3, -4]:
    try:
        print(row(i + n))
    except IndexError as e:
        print("IndexError:", e)
w = torch.tensor([1., 2., 3.])
total = torch.zeros(())
i = n
try:
    while True:
        total = total + w[i] * (i + 1)
        i += 1
except IndexError as e:
    print(i, e)
print(total)
names = torch.tensor([4., 5., 6.])
try:
    k = names[2 + n]
    print(k, k.item() + 1)
except IndexError:
    print("out")
else:
    print("in")
try:
    y = x[1 + n]
    y[0] = 7
    print(x)
    x[3 + n - 3 * n].add_(1)
except IndexError as e:
    print(e, x)
w.requires_grad_()
try:
    y = w[n] * 3 + w[n + 1]
    y.backward()
    print(w.grad)
    z = w[n + 3] * 2
    z.backward()
except IndexError as e:
    print(e, w.grad)
