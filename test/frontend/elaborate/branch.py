# A branch gives what its arms change, and nothing else.
# RUN: %tinec --emit=nn %s | FileCheck %s --implicit-check-not=scf.if
import torch

x = torch.rand(3)
kept = x + 1
a = x
b = x
n = 1
if x.sum() > 1:
    a = x * 2
    n = 5
else:
    b = x - 1
print(a, b, n, kept)

# CHECK: %[[X:.*]] = nn.random
# CHECK: %[[KEPT:.*]] = nn.add %[[X]]
# CHECK: %[[R:.*]]:3 = scf.if %{{.*}} -> (tensor<3xf32>, tensor<3xf32>, i64) {
# CHECK: %[[A:.*]] = nn.mul %[[X]]
# CHECK: scf.yield %[[A]], %[[X]], %c5_i64
# CHECK: else
# CHECK: %[[B:.*]] = nn.sub %[[X]]
# CHECK: scf.yield %[[X]], %[[B]], %c1_i64
# CHECK: tine.format {{.*}}(%[[R]]#0, %[[R]]#1, %[[R]]#2, %[[KEPT]] :
