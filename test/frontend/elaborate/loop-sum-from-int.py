# A sum of tensors that starts with the int 0 is a tensor in the loop.
# RUN: %tinec --emit=nn %s | FileCheck %s --implicit-check-not=scf.for
import torch

x = torch.rand(4)
total = 0
for i in range(10):
    total = total + x * i
print(total)

# CHECK: scf.for {{.*}} iter_args(%[[T:.*]] = %{{.*}}) -> (tensor<4xf32>) {
# CHECK: %[[P:.*]] = nn.mul
# CHECK: %[[NEW:.*]] = nn.add %[[T]], %[[P]]
# CHECK-NEXT: scf.yield %[[NEW]] :
