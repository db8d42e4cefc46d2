# A branch in a branch stays in its arm, and each gives one value.
# RUN: %tinec --emit=nn %s | FileCheck %s --implicit-check-not=scf.if
import torch

x = torch.rand(3)
y = x
if x.sum() > 1:
    if x.max() > 0.5:
        y = x * 2
    else:
        y = x * 3
print(y)

# CHECK: %[[X:.*]] = nn.random
# CHECK: %[[Y:.*]] = scf.if %{{.*}} -> (tensor<3xf32>) {
# CHECK: nn.reduce max
# CHECK: %[[IN:.*]] = scf.if %{{.*}} -> (tensor<3xf32>) {
# CHECK-COUNT-2: nn.mul %[[X]]
# CHECK: scf.yield %[[IN]] :
# CHECK: else
# CHECK-NEXT: scf.yield %[[X]] :
# CHECK: tine.format {{.*}}(%[[Y]] :
