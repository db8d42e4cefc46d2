# Random draws stand in the order of the program, in the branch that draws, and
# stay where nobody uses them.
# RUN: %tinec --emit=nn %s | FileCheck %s --implicit-check-not=nn.random
import torch

torch.manual_seed(3)
a = torch.rand(2)
unused = torch.randint(0, 10, (4,))
if a.sum() > 1:
    a = torch.randn(2)
b = torch.rand(3)
print(b, a)

# CHECK: tine.manual_seed
# CHECK: nn.random uniform {{.*}} -> tensor<2xf32>
# CHECK: nn.random integers {{.*}} -> tensor<4xi64>
# CHECK: scf.if
# CHECK: nn.random normal {{.*}} -> tensor<2xf32>
# CHECK: else
# CHECK: nn.random uniform {{.*}} -> tensor<3xf32>
