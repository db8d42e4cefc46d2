# A tensor that loops write what requires a gradient to requires one behind
# them, as far as they run.
import torch

w = torch.ones(3, requires_grad=True)
out = torch.zeros(10, 3)
for i in range(10):
    out[i] = w * i
print(out.requires_grad, out.is_leaf)
print(out)
out = torch.zeros(100, 3)
for i in range(100):
    out[i] = w * i
print(out.requires_grad)
print(out[97:])
out = torch.zeros(3)
for i in range(int(w.sum().item())):
    out += w
out.sum().backward()
print(w.grad, out.detach())
out.mul_(w)
print(out.requires_grad)
print(out)
