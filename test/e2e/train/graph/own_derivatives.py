# Derivatives that programs define: torch.autograd.Function.
import torch

class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        return x * x * scale

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return grad * 2 * x * ctx.scale, None

class Reverse(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad):
        return -grad

class Exp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = torch.exp(x)
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, grad):
        y, = ctx.saved_tensors
        return grad * y

class Two(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        i = a.argmax()
        ctx.mark_non_differentiable(i)
        return a * b, a + b, i

    @staticmethod
    def backward(ctx, ga, gb, gi):
        a, b = ctx.saved_tensors
        da = db = None
        if ctx.needs_input_grad[0]:
            da = ga * b + gb
        if ctx.needs_input_grad[1]:
            db = ga * a + gb
        return da, db

x = torch.tensor([1., 2., 3.], requires_grad=True)
y = Square.apply(x, 3.0)
print(y.detach())
y.sum().backward()
print(x.grad)
x.grad = None
Reverse.apply(x * 2).sum().backward()
print(x.grad)
x.grad = None
g, = torch.autograd.grad(Exp.apply(x).sum(), x, create_graph=True)
print(g.detach())
h, = torch.autograd.grad(g.sum(), x)
print(h)
g, = torch.autograd.grad(Square.apply(x, 2.0).sum(), x, create_graph=True)
print(torch.autograd.grad((g * g).sum(), x)[0])
b = torch.ones(3)
p, q, i = Two.apply(x, b)
print(p.requires_grad, q.requires_grad, i.requires_grad, i)
(p * 2 + q).sum().backward()
print(x.grad, b.grad)
x.grad = None
z = x
for k in range(int(x.detach().sum().item())):
    z = Square.apply(z, 0.3)
z.sum().backward()
print(x.grad)

class STE(torch.autograd.Function):
    @staticmethod
    def forward(x):
        return torch.sign(x)
    @staticmethod
    def setup_context(ctx, inputs, output):
        x, = inputs
        ctx.save_for_backward(x)
    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        return torch.where(x.abs() <= 2, g, 0.0)
lin = torch.nn.Linear(3, 2)
with torch.no_grad():
    lin.weight.fill_(0.5); lin.bias.fill_(0.1)
out = STE.apply(lin(x.detach()))
out.sum().backward()
print(out.detach(), lin.weight.grad)
with torch.no_grad():
    print(Square.apply(x, 1.0))
