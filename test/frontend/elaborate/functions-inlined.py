# Functions, closures, class attributes and default arguments are gone: values
# known at compile time are constants where they are used.
# RUN: %tinec --emit=nn %s | FileCheck %s --implicit-check-not=nn.mul --implicit-check-not=scf. --implicit-check-not=tine.list
import torch


class Config:
    scale = 2


def make(offset):
    def shifted(x, history=[]):
        history.append(offset)
        return x * Config.scale + sum(history)
    return shifted


f = make(10)
x = torch.rand(2)
a = f(x)
Config.scale = 5
b = f(x)
print(a, b)

# CHECK: %[[X:.*]] = nn.random
# CHECK: nn.mul %[[X]], %[[C2:.*]] :
# CHECK: arith.constant 1.000000e+01 : f32
# CHECK: nn.add
# CHECK: arith.constant 5.000000e+00 : f32
# CHECK: nn.mul %[[X]]
# CHECK: arith.constant 2.000000e+01 : f32
# CHECK: nn.add
