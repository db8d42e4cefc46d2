# A raise is in the branch that decides on it, with its message; the values of
# the message are computed there only.
# RUN: %tinec --emit=nn %s | FileCheck %s --implicit-check-not=tine.raise --implicit-check-not=nn.reduce
import torch

x = torch.rand(2)
if x.sum() > 1.5:
    raise ValueError(f"too large: {x.max().item():.2f}")
assert x.min() > 0.01, "too small"
print(x)

# CHECK: nn.reduce sum
# CHECK: scf.if
# CHECK: nn.reduce max
# CHECK: %[[TEXT:.*]] = tine.format eager "too large: %p.2f%;"
# CHECK-NEXT: tine.raise "ValueError", %[[TEXT]]
# CHECK: nn.reduce min
# CHECK: scf.if
# CHECK: tine.string "too small"
# CHECK-NEXT: tine.raise "AssertionError"
# CHECK: tine.print
