# 'else' of loops, in Python.
def f(n):
    out = []
    for i in range(n):
        while i > 0:
            i -= 1
            if i == 3:
                break
            for j in range(3):
                if j == 5:
                    break
            else:
                out.append(("inner", i))
                continue
        else:
            out.append(("w", 0))
            continue
        out.append(("broke", 0))
    else:
        out.append(("end", 0))
        return out
    return None
print(f(6))
import torch
def g(t):
    k = 0
    for i in range(int(t.sum())):
        k += i
        if k > 5:
            break
    else:
        return -1
    return k
print(g(torch.ones(3)), g(torch.ones(6)))
def h(t):
    k = int(t.sum())
    while k > 0:
        k -= 3
        if k == 1:
            break
    else:
        k = 100
    return k
print(h(torch.ones(7)), h(torch.ones(6)))

def f(n):
    for i in range(2, n):
        if n % i == 0:
            print(n, "=", i, "*", n // i)
            break
    else:
        print(n, "is prime")
for n in range(2, 10):
    f(n)
i = 0
while i < 3:
    i += 1
else:
    print("done", i)
