# Two forks stay two forks, with what they capture as arguments; both are tasks
# before either is awaited.
# RUN: %tinec --emit=nn %s | FileCheck %s --implicit-check-not=tine.fork --implicit-check-not=tine.wait
# RUN: %tinec --emit=place %s | FileCheck %s --check-prefix=PLACE --implicit-check-not=inlined
import torch


def double(x):
    return x * 2


def half(x):
    return x / 2


@torch.jit.script
def main(x):
    a = torch.jit.fork(double, x)
    b = torch.jit.fork(half, x)
    y = x + 1
    return y - torch.jit.wait(a) * torch.jit.wait(b)


print(main(torch.rand(3)))

# CHECK: %[[X:.*]] = nn.random
# CHECK: %[[A:.*]] = tine.fork (%[[P:.*]] = %[[X]])
# CHECK: nn.mul %[[P]]
# CHECK: tine.yield
# CHECK: %[[B:.*]] = tine.fork (%[[Q:.*]] = %[[X]])
# CHECK: nn.div %[[Q]]
# CHECK: tine.yield
# CHECK: nn.add %[[X]]
# CHECK: tine.wait %[[A]]
# CHECK: tine.wait %[[B]]
# PLACE-COUNT-2: = tine.spawn @
# PLACE: nn.add
# PLACE-COUNT-2: tine.wait
