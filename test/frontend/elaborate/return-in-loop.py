# A return in a loop leaves it with the value; what follows the loop runs only
# if it did not return.
# RUN: %tinec --emit=nn %s | FileCheck %s --implicit-check-not=scf.while --implicit-check-not=scf.for --implicit-check-not=nn.exp
import torch


def grown(x):
    for i in range(100):
        x = x * 2
        if x.sum() > 10:
            return x + i
    return x.exp()


print(grown(torch.rand(3)))

# CHECK: %[[LOOP:.*]]:{{[0-9]+}} = scf.while
# CHECK: do
# CHECK: nn.mul
# CHECK: scf.if %{{.*}} -> (tensor<3xf32>, i32) {
# CHECK: nn.add
# CHECK: scf.yield
# CHECK: %[[R:.*]] = scf.if %{{.*}} -> (tensor<3xf32>) {
# CHECK: nn.exp %[[LOOP]]#
# CHECK: else
# CHECK-NEXT: scf.yield %[[LOOP]]#
# CHECK: tine.format {{.*}}(%[[R]] :
