# A step of an optimizer is one update for each parameter: where it stands, once
# in a loop however long that is, and as one vector in the phase *tensor*.
# RUN: %tinec --emit=nn %s | FileCheck %s
# RUN: %tinec --emit=nn %s | grep -c nn.gradient | FileCheck %s --check-prefix=COPIES
# RUN: %tinec --emit=tensor --mcpu=x86-64-v3 %s | FileCheck %s --check-prefix=TENSOR
import torch

torch.manual_seed(0)
net = torch.nn.Linear(3, 4)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.rand(8, 3)
net(x).pow(2).mean().backward()
opt.step()
for step in range(100):
    opt.zero_grad()
    net(x).pow(2).mean().backward()
    opt.step()
print(net.weight, net.bias)

# CHECK: nn.gradient
# CHECK-COUNT-2: nn.fma {{.*}}tine.update
# CHECK: scf.for
# CHECK: nn.gradient
# CHECK-NOT: nn.gradient
# CHECK-COUNT-2: nn.fma {{.*}}tine.update
# CHECK-NOT: nn.fma
# CHECK: scf.yield
# CHECK-NOT: nn.gradient
# CHECK: tine.print

# The step in front gives every parameter its gradient: the loop is one copy.
# COPIES: {{^2$}}

# TENSOR: scf.for {{.*}} iter_args(%[[P:.*]] = %{{.*}}) -> (tensor<16xf32>) {
# TENSOR: %[[G:.*]] = tine.join {{.*}} -> tensor<16xf32>
# TENSOR-NEXT: %[[NEW:.*]] = linalg.generic {{.*}} ins(%[[G]] : tensor<16xf32>) outs(%[[P]] :
# TENSOR: scf.yield %[[NEW]] :
