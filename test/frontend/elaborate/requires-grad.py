# Whether tensors require a gradient is known at compile time: flags are text,
# and a backward pass names the leaves that do.
# RUN: %tinec --emit=nn %s | FileCheck %s --implicit-check-not=i1 --implicit-check-not=nn.gradient
import torch

w = torch.rand(3, requires_grad=True)
frozen = torch.rand(3)
y = (w * frozen).sum()
z = frozen.exp().sum()
print(y.requires_grad, z.requires_grad, w.is_leaf, y.is_leaf)
y.backward()
print(w.grad is None, frozen.grad is None)

# CHECK: %[[W:.*]] = nn.random
# CHECK: tine.string "True False True False\0A"
# CHECK: nn.gradient of %{{.*}} by %[[W]] : (tensor<f32>, tensor<f32>, tensor<3xf32>) -> tensor<3xf32>
# CHECK: tine.string "False True\0A"
