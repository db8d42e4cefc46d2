# A step of Adam in a loop is there once in the loop, with a square root for
# each parameter; parameters and both moments are one vector each from the phase
# *tensor* on, and one operation updates all.
# RUN: %tinec --emit=nn %s | FileCheck %s
# RUN: %tinec --emit=nn %s | grep -c nn.gradient | FileCheck %s --check-prefix=COPIES
# RUN: %tinec --emit=tensor --mcpu=x86-64-v3 %s | FileCheck %s --check-prefix=TENSOR
import torch

torch.manual_seed(0)
net = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.ReLU(),
                          torch.nn.Linear(4, 1))
opt = torch.optim.Adam(net.parameters(), lr=0.1)
x = torch.rand(8, 3)
for step in range(100):
    opt.zero_grad()
    loss = net(x).pow(2).mean()
    loss.backward()
    opt.step()
print(loss.item())

# CHECK: scf.for
# CHECK: nn.gradient {{.*}} -> (tensor<4x3xf32>, tensor<4xf32>, tensor<1x4xf32>, tensor<1xf32>)
# CHECK-NOT: nn.gradient
# CHECK-COUNT-4: nn.sqrt
# CHECK-NOT: nn.sqrt
# CHECK: scf.yield
# CHECK-NOT: nn.gradient
# CHECK: tine.print
# At most the first iteration stands in front of the loop.
# COPIES: {{^[12]$}}

# TENSOR: scf.for
# TENSOR-SAME: %[[P:[^ ]*]] = %{{[^ ]*}}, %[[M:[^ ]*]] = %{{[^ ]*}}, %[[V:[^ ]*]] = %{{[^ ]*}}) -> ({{.*}}tensor<21xf32>, tensor<21xf32>, tensor<21xf32>) {
# TENSOR: %[[G:.*]] = tine.join {{.*}} -> tensor<21xf32>
# TENSOR-NEXT: %[[NEW:.*]]:3 = linalg.generic {{.*}} ins(%[[G]] : tensor<21xf32>) outs(%[[P]], %[[M]], %[[V]] :
# TENSOR: scf.yield {{.*}}%[[NEW]]#0, %[[NEW]]#1, %[[NEW]]#2 :
