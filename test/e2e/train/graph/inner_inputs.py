# Gradients by tensors that are made of others whose gradient is asked for, too.
import torch

torch.manual_seed(0)
w = torch.rand(3, requires_grad=True)
h = w * 3 + 1
k = h * h
print(torch.autograd.grad(k.sum(), [h, w], retain_graph=True))
print(torch.autograd.grad(k.sum(), [w, h], retain_graph=True))
print(torch.autograd.grad((k * h).sum(), [k, w, h]))

# Tensors that keep their gradient do not end the way to the leaves.
u = torch.rand(3, requires_grad=True)
for i in range(4):
    a = u * (i + 1)
    a.retain_grad()
    b = torch.sin(a) + u
    b.retain_grad()
    (b * b).sum().backward()
    print(a.grad, b.grad)
print(u.grad)

# As inputs of a backward pass.
v = torch.rand(2, requires_grad=True)
c = v.exp()
c.sum().backward(inputs=[c, v])
print(v.grad)

# With a graph of their own.
x = torch.rand(2, requires_grad=True)
y = x ** 3
gx, gy = torch.autograd.grad((y * x).sum(), [x, y], create_graph=True)
print(gx.detach(), gy.detach())
print(torch.autograd.grad(gx.sum(), x))
