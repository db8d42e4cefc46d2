# Views are operations on values: nothing is copied, and what is viewed stays
# what it is.
# RUN: %tinec --emit=nn %s | FileCheck %s --implicit-check-not=tine.format --implicit-check-not=nn.insert_slice --implicit-check-not=nn.cat
import torch

x = torch.rand(2, 3)
y = x.t()
z = y[0]
w = x.view(6)[1:3]
print(z, w, x)

# CHECK: %[[X:.*]] = nn.random
# CHECK-DAG: nn.permute %[[X]] [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
# CHECK-DAG: nn.reshape %[[X]]{{.*}} : tensor<2x3xf32> -> tensor<6xf32>
# CHECK: tine.format {{.*}}(%{{.*}}, %{{.*}}, %[[X]] : tensor<2xf32>, tensor<2xf32>, tensor<2x3xf32>)
