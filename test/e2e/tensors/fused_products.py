# Products and sums that are rounded once, as in PyTorch's vector code.
# tolerance: 0
import torch

torch.manual_seed(1)
x, y, z = torch.randn(19), torch.randn(19), torch.rand(19) + 0.5
print(x.add(y, alpha=0.3).tolist(), torch.sub(x, y, alpha=0.7).tolist())
print(x.addcmul(y, z, value=-0.1).tolist(), x.addcdiv(y, z, value=0.3).tolist())
print(x.lerp(y, 0.1).tolist(), x.lerp(y, 0.9).tolist(), x.lerp(y, z).tolist())
print(x.double().add(y.double(), alpha=1 / 3).tolist())
w = torch.randn(19, requires_grad=True)
(w.add(y, alpha=2.5).square().sum() + y.lerp(w, 0.75).addcmul(w, z).sum()).backward()
print(w.grad.tolist())
i = torch.arange(4)
print(i.add(i, alpha=3), i.addcmul(i, i, value=2), i.sub(i, alpha=2))
