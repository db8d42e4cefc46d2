# torch.set_printoptions: what it says holds for everything that is printed behind it.
import torch
import torch.nn as nn

torch.manual_seed(0)
x = torch.randn(3, 5)
big = torch.arange(1200.0).reshape(30, 40)


def show(x):
    print(x)
    print([x[0], (x[1], {"a": x[2]})])


show(x)
torch.set_printoptions(precision=2)
show(x)
print(f"{x[0]} and {x[0, 0]} {x[0, 0]:.3f}")
torch.set_printoptions(linewidth=30)
show(x)
print(x.double(), x.to(torch.int64).view(-1), torch.zeros(0, 3))
torch.set_printoptions(precision=6, sci_mode=True)
show(x)
print(torch.arange(3.0), torch.arange(3), torch.zeros(2), torch.tensor([float("nan"), 1.5]))
torch.set_printoptions(sci_mode=False, edgeitems=2, threshold=10, linewidth=120)
show(x * 1e5)
print(x * 1e-5)
print(big)
print(big.reshape(2, 3, 5, 40))
print(torch.arange(11), torch.arange(10))
torch.set_printoptions(profile="short")
show(x * 1000)
print(big)
torch.set_printoptions(profile="full")
print(big[:5])
print(torch.arange(1001).sum(), torch.arange(1001)[-3:])
torch.set_printoptions(profile="default")
print(big, x)
torch.set_printoptions(threshold=float("inf"), precision=1)
print(torch.arange(1002).reshape(-1, 6)[:2])
layer = nn.Linear(2, 2)
print(layer.weight, layer.bias * 2)
print(nn.Parameter(torch.full((2,), 0.125)))

# Other texts are made with what holds where they are made.
text = str(x[0])
torch.set_printoptions(precision=3)
print(text, x[0])


def both(x):
    torch.set_printoptions(precision=2)
    print(x)
    torch.set_printoptions(precision=4)
    return x * 2


for i in range(2):
    x = both(x)
print(x)


@torch.jit.script
def scripted(x):
    print(x)


torch.set_printoptions(precision=1)
scripted(x[0])
