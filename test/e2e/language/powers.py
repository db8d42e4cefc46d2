# Powers of ints whose exponents count iterations, or are sums of sums of their numbers.
import torch
x = torch.tensor([0.1, 0.2], requires_grad=True)
L = 3
out = [x]
for i in range(L):
    out.append(torch.sin(2 ** i * x))
print([round(v, 4) for v in torch.cat(out).tolist()])
total = 0
for i in range(20):
    total += 3 ** i % 7 + 2 ** (i + 1) % 5 + (-2) ** (2 * i) % 11
print(total)
n = int(x.sum().item() * 10)
for i in range(1, n + 5):
    print(10 ** i, 0.5 ** i)
for i in range(n):
    j = i * 0
    j = j + j
    j = j + j
    j = j + j
    j = j + j
    j = j + j
    j = j + j
    j = j + j
    j = j + j
    j = j + j
    j = j + j
    j = j + j
    j = j + j
    j = j + j
    j = j + j
    j = j + j
    j = j + j
    j = j + j
    j = j + j
    j = j + j
    j = j + j
    j = j + j
    j = j + j
    j = j + j
    j = j + j
    j = j + j
    j = j + j
    j = j + j
    j = j + j
    j = j + j
    j = j + j
    j = j + j
    j = j + j
    j = j + j
    j = j + j
    j = j + j
    j = j + j
    j = j + j
    j = j + j
    j = j + j
    j = j + j
    print(2 ** (j + i))
