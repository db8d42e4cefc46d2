# A variable whose tensor has another size in each iteration.
import torch

x = torch.arange(7)
a = torch.arange(3)
for start in range(0, 7, 3):
    a = x[start:start + 3]
print(a)


@torch.jit.script
def last(x: torch.Tensor, size: int):
    part = torch.zeros(2)
    for i in range(0, x.size(0), size):
        part = x[i:i + size] * 2
    return part


print(last(torch.arange(5.0), 2))
print(last(torch.arange(9.0), 4))
print(last(torch.arange(0.0), 4))

w = torch.ones(1, requires_grad=True)
h = w * torch.ones(4)
n = int(torch.tensor(3))
for i in range(n):
    h = torch.cat([h, h[:1] * w])
loss = h.sum()
loss.backward()
print(loss, w.grad)
# A softmax over a dimension that turns out to be empty.
none = x[x > 100].float()
print(none.softmax(0), none.log_softmax(-1), x[x > 4].float().softmax(0))
