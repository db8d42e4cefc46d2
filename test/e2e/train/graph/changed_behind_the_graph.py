# Changes of tensors that the graph does not record: their elements change, and
# how they were made does not.
import torch
import torch.nn as nn

x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
y = x * 2
y.data.clamp_(max=5.0)
y.sum().backward()
print(y, x.grad)

z = x * 3
d = z.data
d += 1
z.sum().backward()
print(z, d, x.grad)

with torch.no_grad():
    h = x.detach() + 1
    h.mul_(2.0)
g = x + 1
with torch.no_grad():
    g.mul_(3.0)
    g[0] = 7.0
g.pow(2).sum().backward()
print(g, h, x.grad)

u = x * 3
u.detach().zero_()
(u + x).sum().backward()
print(u, x.grad)

# Scores that a mask cuts off.
torch.manual_seed(0)
keys = torch.randn(2, 4, 3, requires_grad=True)
query = nn.Linear(3, 3)
mask = torch.tensor([[True, True, True, False], [True, True, False, False]])
scores = torch.bmm(query(torch.ones(2, 1, 3)), keys.transpose(1, 2)).squeeze(1)
scores.data.masked_fill_(~mask, -float("inf"))
weights = torch.softmax(scores, 1)
context = torch.bmm(weights.unsqueeze(1), keys).squeeze(1)
context.pow(2).sum().backward()
print(query.weight.grad, keys.grad.sum((0, 1)))

# In a loop; and a leaf, whose update is none of its making.
w = torch.tensor([1.0, -2.0, 3.0], requires_grad=True)
for step in range(3):
    h = w * 2
    h.data.clamp_(-3.0, 3.0)
    loss = (h * h).sum()
    loss.backward()
    w.data -= 0.1 * w.grad
    w.data.clamp_(min=-1.0)
    print(loss, w, w.grad)
    w.grad = None

# A leaf that gets another storage keeps what was made of it.
v = torch.tensor([3.0, 4.0], requires_grad=True)
total = (v + x[:2]).sum()
v.data = torch.zeros(2)
total.backward()
print(v, v.grad)
