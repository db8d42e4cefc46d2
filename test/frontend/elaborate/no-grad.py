# What is computed under no_grad leaves nothing to the backward pass: the loop
# keeps no values and has no derivative.
# RUN: %tinec --emit=differentiate %s | FileCheck %s --implicit-check-not=scf.for --implicit-check-not=tine.list
import torch

w = torch.rand(3, requires_grad=True)
y = torch.rand(3)
with torch.no_grad():
    for i in range(10):
        y = torch.tanh(y * w)
loss = (w * y).sum()
loss.backward()
print(y.requires_grad, loss.requires_grad, w.grad)

# CHECK: %[[Y:.*]] = scf.for
# CHECK: nn.tanh
# CHECK: tine.format eager "False True %t\0A"
