# The derivative of a loop is one loop that runs backwards; what it needs
# of the first is kept in a list.
# RUN: %tinec --emit=differentiate %s | FileCheck %s --implicit-check-not=scf.for
import torch

w = torch.rand(3, requires_grad=True)
x = torch.rand(3)
for i in range(10):
    x = torch.tanh(x * w)
x.sum().backward()
print(w.grad)

# CHECK: %[[W:.*]] = nn.random
# CHECK: scf.for {{.*}} to %c10 step
# CHECK: nn.tanh
# CHECK: tine.list_append %[[KEPT:.*]], %
# CHECK: %[[G:.*]]:2 = scf.for {{.*}} -> (tensor<3xf32>, tensor<3xf32>) {
# CHECK: tine.list_pop %[[KEPT]]
# CHECK: nn.mul %{{.*}}, %[[W]] :
# CHECK: %[[SUM:.*]] = nn.add
# CHECK: scf.yield %{{.*}}, %[[SUM]] :
# CHECK: tine.format {{.*}}(%[[G]]#1 :
