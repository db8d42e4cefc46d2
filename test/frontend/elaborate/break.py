# A loop that may be left early is a scf.while whose condition asks for a code;
# what stands behind the break is in the other arm.
# RUN: %tinec --emit=nn %s | FileCheck %s --implicit-check-not=scf.for --implicit-check-not=scf.while --implicit-check-not=scf.if
import torch

x = torch.rand(3)
for i in range(100):
    x = x * 2
    if x.sum() > 10:
        break
    x = x + 1
print(x, i)

# CHECK: %[[X:.*]] = nn.random
# CHECK: scf.while ({{.*}}%[[CODE:arg[0-9]+]] = %c0_i32
# CHECK-DAG: arith.cmpi eq, %[[CODE]], %{{.*}} : i32
# CHECK-DAG: arith.cmpi slt, %{{.*}}, %c100_i64
# CHECK: scf.condition
# CHECK: do
# CHECK: %[[Y:.*]] = nn.mul
# CHECK: %[[R:.*]]:2 = scf.if %{{.*}} -> (tensor<3xf32>, i32) {
# CHECK-NOT: nn.
# CHECK: else
# CHECK: nn.add %[[Y]]
# CHECK: scf.yield {{.*}}%[[R]]#0, %[[R]]#1
