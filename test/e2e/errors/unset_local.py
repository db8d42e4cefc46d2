import torch
x = torch.arange(4.)
def last(n):
    for i in range(int(n)):
        found = i
    return found
print(last(x[2]))
print(last(x[0]))
