# What is known of numbers, strings, lists and shapes is computed at compile
# time.
# RUN: %tinec --emit=nn %s | FileCheck %s --implicit-check-not=nn.mul --implicit-check-not=arith.muli --implicit-check-not=tine.list --implicit-check-not=tensor.dim --implicit-check-not=scf.
import math
import torch

n = 3
size = n * 4 // 2 - 1
x = torch.rand(size, 2 ** 3)
scale = math.sqrt(16) + size % 2
name = "w" + str(size)
flags = [i for i in (1, 2, 3) if i > 1]
print(x * scale, name, len(flags), x.shape[0] * x.size(1))

# CHECK: %[[X:.*]] = nn.random {{.*}} -> tensor<5x8xf32>
# CHECK-NEXT: %[[C:.*]] = arith.constant 5.000000e+00 : f32
# CHECK-NEXT: %[[Y:.*]] = nn.mul %[[X]], %[[C]]
# CHECK-NEXT: tine.format eager "%t w5 2 40\0A"(%[[Y]] :
