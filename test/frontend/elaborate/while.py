# The condition of a while loop is computed in the loop, from what it carries.
# RUN: %tinec --emit=nn %s | FileCheck %s --implicit-check-not=scf.while --implicit-check-not=nn.reduce
import torch

x = torch.rand(3)
count = 0
while x.sum() < 100:
    x = x * 2
    count += 1
print(x, count)

# CHECK: %[[X:.*]] = nn.random
# CHECK: scf.while ({{.*}}%[[X]]{{.*}}) : ({{i64, tensor<3xf32>|tensor<3xf32>, i64}}) ->
# CHECK: nn.reduce sum %arg
# CHECK: scf.condition
# CHECK: do
# CHECK: nn.mul
# CHECK: arith.addi
