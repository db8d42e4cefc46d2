import torch
import torch.nn.functional as F

# Rows whose number only the run knows, and rows of a size that it knows alone.
torch.manual_seed(3)
d = "cuda:0"
x = torch.randn(50, 3, 100).to(d)
keep = torch.arange(50).to(d) % 3 == 1
y = x[keep]
w = torch.randn(100).to(d)
b = torch.randn(100).to(d)
print(y.shape, torch.softmax(y, 2).square().sum().item())
print(F.layer_norm(y, [100], w, b).abs().sum().item())
z = y.reshape(-1, 100).clone().requires_grad_()
loss = F.cross_entropy(z, torch.arange(z.shape[0]).to(d) % 100)
loss.backward()
print(loss.item(), z.grad.abs().sum().item(), z.grad[5, :3].cpu())
n = y.sum(2)
v = n[n > 0]
print(v.shape, torch.softmax(v, 0).square().sum().item(), torch.log_softmax(v, 0).sum().item())
none = x[keep & ~keep]
print(torch.softmax(none, 2).shape, torch.softmax(none, 2).sum().item())
