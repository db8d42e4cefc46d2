# A variable that starts as None and becomes a tensor in a loop is a tensor with
# a flag beside it.
# RUN: %tinec --emit=nn %s | FileCheck %s --implicit-check-not=scf.for
import torch

x = torch.rand(3)
best = None
for i in range(10):
    y = x * i
    if best is None or y.sum() > best.sum():
        best = y
print(best)

# CHECK: %[[R:.*]]:2 = scf.for {{.*}} = %false, {{.*}} -> (i1, tensor<3xf32>) {
# CHECK: nn.mul
# CHECK: scf.yield %true{{[_0-9]*}}, %{{.*}} : i1, tensor<3xf32>
# CHECK: tine.format eager "%o%t%;\0A"(%[[R]]#0, %[[R]]#1 :
