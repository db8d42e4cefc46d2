# A fork in a function that is forked is a fork in the outer one's body.
# RUN: %tinec --emit=nn %s | FileCheck %s --implicit-check-not=tine.fork --implicit-check-not=tine.wait
import torch


def double(x):
    return x * 2


def outer(x):
    inner = torch.jit.fork(double, x)
    y = torch.tanh(x)
    return torch.jit.wait(inner) + y


@torch.jit.script
def main(x):
    return torch.jit.wait(torch.jit.fork(outer, x))


print(main(torch.rand(3)))

# CHECK: %[[OUTER:.*]] = tine.fork (%[[X:.*]] =
# CHECK: %[[INNER:.*]] = tine.fork (%{{.*}} = %[[X]])
# CHECK: nn.tanh %[[X]]
# CHECK: tine.wait %[[INNER]]
# CHECK: tine.wait %[[OUTER]]
