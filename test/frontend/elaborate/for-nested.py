# Loops in loops stay where they are, and the body is there once.
# RUN: %tinec --emit=nn %s | FileCheck %s --implicit-check-not=scf.for --implicit-check-not=nn.matmul --implicit-check-not=nn.div
import torch

x = torch.rand(3, 3)
for i in range(10):
    for j in range(20):
        x = x @ x
        while x.sum() > 1:
            x = x / 2
print(x)

# CHECK: %[[X:.*]] = nn.random
# CHECK: scf.for {{.*}} to %c10 step {{.*}} iter_args(%[[A:.*]] = %[[X]]) -> (tensor<3x3xf32>)
# CHECK: scf.for {{.*}} to %c20 step {{.*}} iter_args(%[[B:.*]] = %[[A]]) -> (tensor<3x3xf32>)
# CHECK: %[[P:.*]] = nn.matmul %[[B]], %[[B]]
# CHECK: scf.while (%{{.*}} = %[[P]]) : (tensor<3x3xf32>) -> tensor<3x3xf32>
# CHECK: nn.div
