# gelu is infinite at infinity, whatever the processor: PyTorch's is NaN where oneDNN computes it
# with AVX-512 (float32 and bfloat16, in order in memory, of more than one element).
import torch
import torch.nn.functional as F

inf = float("inf")
x = torch.tensor([inf, 1.0, -inf, 2.0])
for y in (x, x[:1], x[0], x[::2], x.reshape(2, 2).t(), x.double(), x.bfloat16(), x.half(), x.reshape(2, 2)):
    print(F.gelu(y), F.gelu(y, approximate="tanh"))
for dtype in (torch.float32, torch.bfloat16, torch.float16, torch.float64):
    z = torch.linspace(-4, 4, 9).to(dtype).requires_grad_()
    (F.gelu(z) * z.detach()).sum().backward()
    print(F.gelu(z), z.grad)
    z.grad = None
    (F.gelu(z, approximate="tanh") * z.detach()).sum().backward()
    print(z.grad)
