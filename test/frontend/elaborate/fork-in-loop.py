# A fork in a loop is one fork in one loop, whose futures are kept in a list of
# the run; they are awaited in the second loop.
# RUN: %tinec --emit=nn %s | FileCheck %s --implicit-check-not=tine.fork --implicit-check-not=tine.wait --implicit-check-not=scf.for
# RUN: %tinec --emit=place %s | FileCheck %s --check-prefix=PLACE --implicit-check-not=inlined
from typing import List
import torch


def scaled(x, i: int):
    return x * i


@torch.jit.script
def main(x):
    futures: List[torch.jit.Future[torch.Tensor]] = []
    for i in range(10):
        futures.append(torch.jit.fork(scaled, x, i))
    total = x
    for f in futures:
        total = total + torch.jit.wait(f)
    return total


print(main(torch.rand(3)))

# CHECK: %[[L:.*]] = tine.list_new : <!tine.future<tensor<3xf32>>>
# CHECK: scf.for
# CHECK: %[[F:.*]] = tine.fork
# CHECK: tine.list_append %[[L]], %[[F]]
# CHECK: scf.for {{.*}} -> (tensor<3xf32>) {
# CHECK: %[[G:.*]] = tine.list_get %[[L]]
# CHECK: tine.wait %[[G]]
# PLACE: tine.spawn @
