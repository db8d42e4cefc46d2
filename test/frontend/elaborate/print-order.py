# What prints, draws and raises stays in the order of the program.
# RUN: %tinec --emit=nn %s | FileCheck %s --implicit-check-not=tine.print --implicit-check-not=nn.random
import torch

x = torch.rand(2)
print("before")
assert x.sum() > 0.1
y = torch.rand(2)
print("between", y)
for i in range(3):
    print("in", i)
    x = x + y
print("after", x)

# CHECK: nn.random
# CHECK: tine.string "before\0A"
# CHECK-NEXT: tine.print
# CHECK: tine.raise "AssertionError"
# CHECK: nn.random
# CHECK-NEXT: tine.format eager "between %t\0A"
# CHECK-NEXT: tine.print
# CHECK: scf.for
# CHECK: tine.format eager "in %i\0A"
# CHECK-NEXT: tine.print
# CHECK: tine.format eager "after %t\0A"
# CHECK-NEXT: tine.print
