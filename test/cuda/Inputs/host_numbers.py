import torch

# Tensors of no dimensions on the host take part in what a device computes.
d = 'cuda:0'
x = torch.arange(6.0).reshape(2, 3).to(d)
s = torch.tensor(2.5)
print((x * s).cpu(), (s - x).sum().item(), (x > s).sum().item(), torch.maximum(x, s).cpu(), torch.where(x > s, x, s).cpu())
w = torch.tensor(0.5, requires_grad=True)
(x * w).sum().backward()
print(w.grad, w.grad.device)
x += s
x.mul_(torch.tensor(2))
print(x.cpu(), (x.sum() / torch.tensor(3)).item(), torch.lerp(x, x + 1, torch.tensor(0.25)).cpu())
y = torch.tensor(7) * torch.arange(3).to(d)
print(y.cpu(), y.dtype, (x.mean() + torch.tensor(1.0, dtype=torch.float64)).dtype)
