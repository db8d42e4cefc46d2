# Whether what a loop carries requires a gradient: in its first iteration, in the others and
# behind it.
import torch

y = torch.ones(2, requires_grad=True)

w = y * 3
for _ in range(3):
    print(w.requires_grad)
    w = w.detach() + 1
print(w.requires_grad, w.grad_fn is None)

w = torch.zeros(2)
for _ in range(3):
    print(w)
    w = w + y
print(w)

w = torch.zeros(2, requires_grad=True)
for _ in range(3):
    print(w.is_leaf)
    w = w + y

w = y + 1
n = 0
while n < 3:
    if w.requires_grad:
        print("graph")
    w = (w * 2).detach()
    n += 1

w = y * 3
with torch.no_grad():
    for _ in range(2):
        w = y * 2
    print(w)

ws = [y + 1, y * 2]
for i in range(4):
    with torch.no_grad():
        ws = [v * 2 for v in ws]
    print(ws[0].requires_grad, ws[1].is_leaf)
print(ws)

state = {"h": y * 2}
for i in range(4):
    h = state["h"] * y
    print(i, h.requires_grad)
    state["h"] = h.detach()
print(state["h"])

# The number of an iteration decides.
w = torch.ones(2, requires_grad=True)
theta = w * 2
for t in range(6):
    theta = theta + 1
    if (t + 1) % 3 == 0:
        theta = theta.detach().requires_grad_()
    print(t, theta.is_leaf, theta.requires_grad)
