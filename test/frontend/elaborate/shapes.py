# A size that only the run knows is a dynamic one; those beside it stay static.
# RUN: %tinec --emit=nn %s | FileCheck %s --implicit-check-not=nn.matmul
import torch

x = torch.rand(10)
n = int(x.sum().item())
y = torch.zeros(n, 4)
z = y.t() @ y
k = torch.cat([y, torch.ones(2, 4)])
print(y.shape, z.shape, k.shape)

# CHECK: %[[N:.*]] = arith.fptosi
# CHECK: tine.assert %{{.*}}, "RuntimeError", "Trying to create tensor with negative dimension %i: [%i, 4]"
# CHECK: nn.full {{.*}} -> tensor<?x4xf32>
# CHECK: nn.matmul {{.*}} -> tensor<4x4xf32>
# CHECK: nn.cat {{.*}} -> tensor<?x4xf32>
# CHECK: tine.format eager "torch.Size([%i, 4]) torch.Size([4, 4]) torch.Size([%i, 4])\0A"
