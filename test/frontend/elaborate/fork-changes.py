# What a task changes of its caller comes back beside its result, by an implicit
# wait where the program uses it next: behind work that does not need it.
# RUN: %tinec --emit=nn %s | FileCheck %s --implicit-check-not=tine.fork
# RUN: %tinec --emit=place %s | FileCheck %s --check-prefix=PLACE --implicit-check-not=inlined
import torch


def change(x):
    x.add_(1)
    return x.sum()


@torch.jit.script
def main(x, other):
    f = torch.jit.fork(change, x)
    y = other.exp()
    return y * x, torch.jit.wait(f)


print(main(torch.rand(3), torch.rand(3)))

# CHECK: %[[F:.*]] = tine.fork (%[[X:.*]] = {{.*}} -> !tine.future<tensor<f32>, tensor<3xf32>> {
# CHECK: %[[NEW:.*]] = nn.add %[[X]]
# CHECK: tine.yield %{{.*}}, %[[NEW]] :
# CHECK: %[[BACK:.*]]:2 = tine.wait %[[F]] {implicit}
# CHECK: nn.mul %{{.*}}, %[[BACK]]#1
# PLACE: tine.spawn @
# PLACE: nn.exp
# PLACE: tine.wait {{.*}}{implicit}
