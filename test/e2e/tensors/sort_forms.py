# Which forms sort and argsort take: with stable=, the others are named.
import torch

x = torch.tensor([[3.0, 1.0, 2.0], [4.0, 4.0, 0.0]])
print(torch.argsort(x, 1, True), x.argsort(0), torch.argsort(x, dim=0, descending=True, stable=True))
print(torch.argsort(x, stable=True), x.argsort(1, descending=True), torch.argsort(input=x, dim=1))
print(torch.sort(x, 1, True)[1], x.sort(0)[0], torch.sort(x, stable=True, dim=-1)[1], x.sort(descending=True)[0])


@torch.jit.script
def scripted(x):
    return torch.argsort(x, 1, True), x.argsort(dim=1, stable=True), torch.sort(x, dim=0, stable=True)[1]


print(scripted(x))
try:
    torch.argsort(x, 1, stable=True)
except TypeError as error:
    print(str(error)[:53])
try:
    torch.argsort(x, True)
except TypeError as error:
    print(str(error)[:53])
try:
    torch.sort(x, 1, False, stable=True)
except TypeError as error:
    print(str(error)[:50])
try:
    x.sort(0, dim=1)
except TypeError as error:
    print(str(error)[:50])
