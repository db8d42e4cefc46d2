# Variables that one path, or a loop, sets; a read checks when it runs.
import torch
x = torch.arange(4.)
n = int(x[2])
def f(flag, y):
    if flag > 0:
        z = y * 2
        k = 3
    if flag > -1:
        if flag > 0:
            return z + k
    return y
print(f(float(x[1]), x), f(float(x[0]), x))
for i in range(n):
    if x[i] > 0:
        first = i
        break
print(first)
while n > 0:
    n -= 1
    last = x * n
print(last)
for i in range(5):
    if i > 0:
        print(prev, i)
    prev = x[i % 4] + i
print(prev)
for i in range(int(x[3])):
    if i > 0 and float(x[i]) > prev2:
        print("more", prev2, name)
    prev2 = float(x[i])
    name = "it" + str(i)
    hist = [i, i + 1]
print(hist)
if x[1] > 0:
    opt = {"a": 1, "b": 2}
    t = (x, "q", 1.5)
    fut = [x, x + 1]
print(opt, t[1], t, fut)
del opt
w = torch.ones(4, requires_grad=True)
for i in range(3):
    loss = ((w * x - 1) ** 2).sum() * (i + 1)
    if i == 0 or loss.item() < best:
        best = loss.item()
        saved = w.detach().clone()
        state = {"w": w.detach().clone()}
    loss.backward()
    with torch.no_grad():
        w -= 0.01 * w.grad
        w.grad.zero_()
print(best, saved, state["w"], loss)
# A loop that runs no more leaves its variables as they are.
for k in range(int(x[0])):
    never = k
if n > 0:
    print(never)
# A temporary of one arm has another type in the next.
for k in range(3):
    if x[k] > 0:
        tmp = x * k
        print(tmp)
    if x[k] > 1:
        tmp = [k]
        print(tmp)
