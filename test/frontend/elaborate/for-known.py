# A loop with a known trip count stays one loop that carries what it changes.
# RUN: %tinec --emit=nn %s | FileCheck %s --implicit-check-not=scf.for --implicit-check-not=scf.while
import torch

x = torch.rand(3)
kept = x + 1
for i in range(100):
    x = x * kept + i
print(x)

# CHECK: %[[X:.*]] = nn.random
# CHECK: %[[KEPT:.*]] = nn.add %[[X]]
# CHECK: %[[R:.*]] = scf.for %[[I:.*]] = %c0 to %c100 step %c1 iter_args(%[[C:.*]] = %[[X]]) -> (tensor<3xf32>) {
# CHECK: nn.mul %[[C]], %[[KEPT]]
# CHECK: %[[NEW:.*]] = nn.add
# CHECK: scf.yield %[[NEW]] :
# CHECK: tine.format {{.*}}(%[[R]] :
