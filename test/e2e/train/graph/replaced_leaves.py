# A variable that every iteration sets to a new leaf, and leaves that paths choose.
import torch

torch.manual_seed(0)
x = torch.randn(32, 3)
y = x @ torch.tensor([[1.0], [-2.0], [0.5]]) + 0.3
lr = 0.1


def loss_of(w, b):
    return ((x @ w + b - y) ** 2).mean()


def zeros():
    return torch.zeros(3, 1, requires_grad=True), torch.zeros(1, requires_grad=True)


# More iterations than are ever unrolled.
w, b = zeros()
for i in range(6000):
    loss = loss_of(w, b)
    loss.backward()
    w = (w - lr * w.grad).detach().requires_grad_()
    b = (b - lr * b.grad).detach().clone().requires_grad_(True)
    if i % 2 == 0 and i < 10:
        print(i, f"{loss.item():.4f}", w.grad, w.is_leaf)
print(w, b, w.grad, b.requires_grad)

w, b = zeros()
i = 0
while i < 300 and loss_of(w, b) > 0.1:
    loss_of(w, b).backward()
    w = w.detach() - lr * w.grad
    w.requires_grad = True
    with torch.no_grad():
        b = b - lr * b.grad
    b.requires_grad_()
    i += 1
print(i, w, b)


class Model:
    def __init__(self):
        self.w, self.b = zeros()

    def step(self):
        loss = loss_of(self.w, self.b)
        loss.backward()
        self.w = (self.w - lr * self.w.grad).detach().requires_grad_()
        self.b = (self.b - lr * self.b.grad).detach().requires_grad_()
        return loss


model = Model()
for i in range(20):
    loss = model.step()
print(f"{loss.item():.4f}", model.w, model.b.grad, model.b.is_leaf)

params = list(zeros())
for i in range(20):
    loss = loss_of(params[0], params[1])
    loss.backward()
    params = [(p - lr * p.grad).detach().requires_grad_() for p in params]
print(f"{loss.item():.4f}", params)

table = dict(zip(["w", "b"], zeros()))
for i in range(20):
    loss = loss_of(table["w"], table["b"])
    loss.backward()
    for k in table:
        table[k] = (table[k] - lr * table[k].grad).detach().requires_grad_()
print(f"{loss.item():.4f}", table["w"], table["b"].grad)


def functional(p):
    loss = loss_of(p["w"], p["b"])
    loss.backward()
    return {k: (v - lr * v.grad).detach().requires_grad_() for k, v in p.items()}, loss


for i in range(20):
    table, loss = functional(table)
print(f"{loss.item():.4f}", table["w"], table["b"].is_leaf)


def fit(w, n: int):
    b = torch.zeros(1)
    for i in range(n):
        loss_of(w, b).backward()
        w = torch.nn.Parameter(w.detach() - lr * w.grad)
    return w


print(fit(torch.nn.Parameter(zeros()[0]), int((x > 0).sum().item())))
print(fit(torch.nn.Parameter(torch.ones(3, 1)), int((x > 100).sum().item())))

# Now and then only: the gradient accumulates in between.
w, b = zeros()
for i in range(12):
    loss = loss_of(w, b)
    loss.backward()
    if i % 3 == 2:
        w = (w - 0.02 * w.grad).detach().requires_grad_()
    print(i, f"{loss.item():.4f}", None if w.grad is None else f"{w.grad.norm().item():.3f}")

# The best one is kept without a copy.
w, b = zeros()
best, best_w = 1e9, w
for i in range(30):
    loss = loss_of(w, b)
    loss.backward()
    w = (w - (1.2 if i % 7 == 6 else 0.3) * w.grad).detach().requires_grad_()
    if loss.item() < best:
        best = loss.item()
        best_w = w
print(f"{best:.4f}", best_w, w)

# A tensor that is made a leaf at the start of every iteration.
w = torch.tensor([[0.5], [1.0], [-1.0]], requires_grad=True)
adv = x.clone()
for i in range(40):
    adv.requires_grad_()
    ((adv @ w) ** 2).mean().backward()
    adv = (adv + 0.01 * adv.grad.sign()).detach()
    adv = torch.max(torch.min(adv, x + 0.1), x - 0.1)
print(f"{(adv - x).abs().max().item():.4f}", adv[:2], w.grad)

# A choice between two passes its gradient on.
u = torch.tensor([1.0, 2.0], requires_grad=True)
v = torch.tensor([3.0, 4.0], requires_grad=True)
for i in range(4):
    p = u if x[i, 0].item() > 0 else v
    (p * p).sum().backward()
    print(p.is_leaf, u.grad, v.grad)

# Derivatives end where a tensor becomes a leaf.
u.grad = None
t = (u * 2).detach().requires_grad_()
(t ** 2).sum().backward()
print(u.grad, t.grad)
y = u * 3
t = y.detach().requires_grad_()
(t ** 2).sum().backward()
print(u.grad, t.grad)
(y * t).sum().backward()
print(u.grad, t.grad)
