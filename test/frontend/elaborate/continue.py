# A continue is a branch in the body; the loop keeps its trip count.
# RUN: %tinec --emit=nn %s | FileCheck %s --implicit-check-not=scf.while --implicit-check-not=scf.for --implicit-check-not=scf.if
import torch

x = torch.rand(3)
for i in range(100):
    if x.sum() > i:
        continue
    x = x * 2
print(x)

# CHECK: scf.for {{.*}} to %c100 step {{.*}} iter_args(%[[C:.*]] = %{{.*}}) -> (tensor<3xf32>) {
# CHECK: %[[R:[0-9]+]]{{.*}} = scf.if
# CHECK-NOT: nn.
# CHECK: scf.yield %[[C]]
# CHECK: else
# CHECK: nn.mul %[[C]]
# CHECK: scf.yield %[[R]]{{(#0)?}} : tensor<3xf32>
