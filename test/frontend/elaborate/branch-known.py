# A branch that is decided at compile time leaves the arm that is taken.
# RUN: %tinec --emit=nn %s | FileCheck %s --implicit-check-not=nn.mul --implicit-check-not=nn.sub --implicit-check-not=scf. --implicit-check-not=nn.tanh
import torch


def scaled(x, factor: int):
    if factor == 2:
        return x * 2
    elif len(x.shape) == 1:
        return x - 1
    return torch.tanh(x)


x = torch.rand(3)
print(scaled(x, 2), scaled(x, 3))

# CHECK: %[[A:.*]] = nn.mul
# CHECK: %[[B:.*]] = nn.sub
# CHECK: tine.format {{.*}}(%[[A]], %[[B]] :
