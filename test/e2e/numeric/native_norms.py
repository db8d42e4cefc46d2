# The norms that also give the means and inverse deviations.
import torch
import torch.nn.functional as F

torch.manual_seed(0)
x = torch.randn(2, 6, 4)
weight, bias = torch.randn(6), torch.randn(6)
for part in torch.native_layer_norm(x, (4,), torch.ones(4) * 2, None, 1e-5):
    print(part)
print([part.shape for part in torch.native_layer_norm(x, (6, 4), None, None, 1e-5)])
for part in torch.native_group_norm(x, weight, bias, 2, 6, 4, 3, 1e-5):
    print(part)
mean, spread = torch.zeros(6), torch.ones(6)
for training in (True, False):
    for part in torch.native_batch_norm(x, weight, bias, mean, spread, training, 0.1, 1e-5):
        print(part)
print(mean, spread)
print(torch.native_batch_norm(torch.ones(1, 2, 1), None, None, None, None, True, 0.1, 1e-5))
leaf = x.clone().requires_grad_()
y, _, _ = torch.native_group_norm(leaf, weight, bias, 2, 6, 4, 3, 1e-5)
(y * y).sum().backward()
print(leaf.grad.double().abs().sum((0, 2)))

# Of equal elements: exactly zero.
for k in [3, 6, 7, 100]:
    x = torch.rand(4, k) * 0 + 1000.1
    x = torch.cat([x, x * 0.0017])
    print(F.layer_norm(x, [k]).abs().max(), F.group_norm(x.view(8, 1, k), 1).abs().max(), x.var(1), x.std(1), x.var(0)[0])
    print(torch.native_layer_norm(x, [k], None, None, 1e-5)[2][0, 0], F.layer_norm(x[:, :x[0].nonzero().shape[0]], [k]).abs().max())
