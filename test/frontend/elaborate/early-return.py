# A return in a branch makes the rest of the function the other arm.
# RUN: %tinec --emit=nn %s | FileCheck %s --implicit-check-not=scf.if --implicit-check-not=i32
import torch


def squashed(x):
    if x.sum() > 2:
        return x * 2
    y = torch.exp(x)
    if y.sum() > 5:
        return y
    return torch.tanh(y)


print(squashed(torch.rand(3)))

# CHECK: %[[R:.*]] = scf.if %{{.*}} -> (tensor<3xf32>) {
# CHECK: nn.mul
# CHECK: else
# CHECK: %[[Y:.*]] = nn.exp
# CHECK: %[[IN:.*]] = scf.if
# CHECK-NEXT: scf.yield %[[Y]] :
# CHECK: nn.tanh %[[Y]]
# CHECK: scf.yield %[[IN]] :
# CHECK: tine.format {{.*}}(%[[R]] :
