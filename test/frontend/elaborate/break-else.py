# The else of a loop runs where no break has left it.
# RUN: %tinec --emit=nn %s | FileCheck %s --implicit-check-not=scf.while --implicit-check-not=nn.sub
import torch

x = torch.rand(3)
for i in range(100):
    x = x * 2
    if x.sum() > 10:
        break
else:
    x = x - 1
print(x)

# CHECK: %[[LOOP:.*]]:{{[0-9]+}} = scf.while
# CHECK: do
# CHECK: nn.mul
# CHECK: %[[R:.*]] = scf.if %{{.*}} -> (tensor<3xf32>) {
# CHECK: nn.sub %[[LOOP]]#
# CHECK: else
# CHECK-NEXT: scf.yield %[[LOOP]]#
# CHECK: tine.format {{.*}}(%[[R]] :
