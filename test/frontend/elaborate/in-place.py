# A change in place is a new value under every name of the tensor.
# RUN: %tinec --emit=nn %s | FileCheck %s --implicit-check-not=nn.mul --implicit-check-not=tine.cell --implicit-check-not=nn.insert_slice
import torch

x = torch.rand(4)
y = x
before = x + 5
x.mul_(2)
x += 1
print(y, before)

# CHECK: %[[X:.*]] = nn.random
# CHECK: %[[BEFORE:.*]] = nn.add %[[X]]
# CHECK: %[[A:.*]] = nn.mul %[[X]]
# CHECK: %[[B:.*]] = nn.add %[[A]]
# CHECK: tine.format {{.*}}(%[[B]], %[[BEFORE]] :
