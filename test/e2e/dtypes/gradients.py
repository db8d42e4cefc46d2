# Gradients of half floats are half floats; those of casts go back through the casts.
import torch
import torch.nn.functional as F

for kind in (torch.bfloat16, torch.float16):
    torch.manual_seed(4)
    for name, f in [
        ("mul", lambda x, y: x * y), ("div", lambda x, y: x / (y + 3)), ("tanh", lambda x, y: torch.tanh(x) * y),
        ("sigmoid", lambda x, y: torch.sigmoid(x) + y), ("exp", lambda x, y: torch.exp(x) * y),
        ("sin", lambda x, y: torch.sin(x) + torch.cos(y)), ("sqrt", lambda x, y: torch.sqrt(x * x + 1) + y),
        ("gelu", lambda x, y: F.gelu(x) * y), ("silu", lambda x, y: F.silu(x) + y), ("relu", lambda x, y: F.relu(x) * y),
        ("softmax", lambda x, y: x.softmax(1) * y), ("log_softmax", lambda x, y: x.log_softmax(1) * y),
        ("layer_norm", lambda x, y: F.layer_norm(x, (8,)) * y), ("mean", lambda x, y: x.mean(0) * y),
        ("sum", lambda x, y: x.sum(1, keepdim=True) * y), ("matmul", lambda x, y: x @ y.t()),
        ("linear", lambda x, y: F.linear(x, y, x[:, 0])), ("pow", lambda x, y: x ** 2 + y ** 3),
        ("broadcast", lambda x, y: x[0] * y), ("where", lambda x, y: torch.where(x > 0, x, y)),
        ("max", lambda x, y: torch.maximum(x, y)), ("cast", lambda x, y: x.float() * y.float()),
        ("cat", lambda x, y: torch.cat([x, y]).cumsum(0)), ("clamp", lambda x, y: x.clamp(-0.5, 0.5) + y.abs()),
    ]:
        x = torch.randn(8, 8).to(kind).requires_grad_()
        y = torch.randn(8, 8).to(kind).requires_grad_()
        out = f(x, y)
        (out * torch.linspace(-1, 1, out.numel()).reshape(out.shape).to(out.dtype)).sum().backward()
        print(name, x.grad.dtype, x.grad.float())
        print(y.grad.float())
w = torch.randn(3, 3, requires_grad=True)
x = torch.randn(2, 3)
y = (x.bfloat16() @ w.bfloat16()).float().pow(2).mean()
y.backward()
print(y, w.grad.dtype, w.grad)
h = torch.ones(2, dtype=torch.half, requires_grad=True)
print(h, h * 2, (h * 2).sum(), h.float())
c = F.conv2d(torch.ones(1, 1, 4, 4).bfloat16(), torch.full((1, 1, 3, 3), 0.1).bfloat16().requires_grad_())
print(c, c.requires_grad)
