# A backward pass is one nn.gradient by the leaves it reaches; it goes through
# loops and branches as they are.
# RUN: %tinec --emit=nn %s | FileCheck %s --implicit-check-not=nn.gradient --implicit-check-not=scf.for
import torch

w = torch.rand(3, requires_grad=True)
frozen = torch.rand(3)
for i in range(10):
    frozen = torch.tanh(frozen * w)
if frozen.sum() > 1:
    frozen = frozen * 2
frozen.sum().backward()
print(w.grad)

# CHECK: %[[W:.*]] = nn.random
# CHECK: scf.for {{.*}} -> (tensor<3xf32>) {
# CHECK: scf.yield
# CHECK: scf.if {{.*}} -> (tensor<3xf32>) {
# CHECK: %[[LOSS:.*]] = nn.reduce sum
# CHECK: nn.gradient of %[[LOSS]] seeded %{{.*}} by %[[W]] : (tensor<f32>, tensor<f32>, tensor<3xf32>) -> tensor<3xf32>
