# A change in place through a view is one nn.insert_slice into what it views;
# names of either see it.
# RUN: %tinec --emit=nn %s | FileCheck %s --implicit-check-not=nn.insert_slice
import torch

x = torch.rand(2, 3)
row = x[1]
row.add_(5)
print(x, row)

# CHECK: %[[X:.*]] = nn.random
# CHECK: %[[ROW:.*]] = nn.add
# CHECK: nn.insert_slice %{{.*}} into %[[X]] dim 0 from %c1 step 1 : tensor<1x3xf32> into tensor<2x3xf32>
# CHECK: tine.format {{.*}} : tensor<2x3xf32>, tensor<3xf32>)

y = torch.rand(8)
for i in range(8):
    y[i] = y[i] * 2
print(y)

# CHECK: %[[Y:.*]] = nn.random
# CHECK: scf.for {{.*}} iter_args(%[[C:.*]] = %[[Y]]) -> (tensor<8xf32>) {
# CHECK: %[[NEW:.*]] = nn.insert_slice %{{.*}} into %[[C]] dim 0
# CHECK-NEXT: scf.yield %[[NEW]] :
