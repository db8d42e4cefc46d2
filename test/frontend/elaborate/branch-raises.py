# Behind a branch of which one arm raises, the values are those of the other.
# RUN: %tinec --emit=nn %s | FileCheck %s --implicit-check-not=scf.if
import torch

x = torch.rand(3)
if x.sum() > 1:
    y = x * 2
    n = 5
else:
    raise ValueError("too small: %d" % len(x))
print(y, n)

# What the run never leaves by has no say in n, which stays known.
# CHECK: %[[Y:.*]] = scf.if %{{.*}} -> (tensor<3xf32>) {
# CHECK: nn.mul
# CHECK: else
# CHECK: %[[TEXT:.*]] = tine.string "too small: 3"
# CHECK: tine.raise "ValueError", %[[TEXT]]
# CHECK: tine.format eager "%t 5\0A"(%[[Y]] :
