# Functions with a derivative of their own: their names and their modules.
import torch
from torch.autograd import Variable
from torch.autograd.function import Function, once_differentiable

class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        ctx.k = 2
        return x * 2
    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        return g * ctx.k + x
x = torch.ones(2, requires_grad=True)
y = Double.apply(x)
print(y.grad_fn.__class__.__name__, y)
d = Double.apply
print(d(x) + 1)
y.sum().backward()
print(x.grad, type(y.grad_fn).__name__)

class Lin(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, w, b=None):
        ctx.save_for_backward(x, w, b)
        y = x @ w.t()
        return y if b is None else y + b
    @staticmethod
    def backward(ctx, g):
        x, w, b = ctx.saved_tensors
        gx = gw = gb = None
        if ctx.needs_input_grad[0]: gx = g @ w
        if ctx.needs_input_grad[1]: gw = g.t() @ x
        if b is not None and ctx.needs_input_grad[2]: gb = g.sum(0)
        return gx, gw, gb
x = torch.ones(2, 3, requires_grad=True); w = torch.ones(1, 3, requires_grad=True); b = torch.zeros(1, requires_grad=True)
print(Lin.apply(x, w, b))
Lin.apply(x, w, b).sum().backward()
print(x.grad, w.grad, b.grad)
class Sq(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.x = x
        return x * x
    @staticmethod
    @once_differentiable
    def backward(ctx, g):
        return 2 * ctx.x * g
sq = Sq.apply
print(sq(x).sum())
