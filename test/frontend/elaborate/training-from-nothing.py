# The first iteration makes the gradients and the states of the optimizer; it is
# in the loop all the same, which each iteration starts by forgetting gradients.
# RUN: %tinec --emit=nn %s | FileCheck %s
import torch

torch.manual_seed(0)
net = torch.nn.Linear(3, 1)
opt = torch.optim.Adam(net.parameters(), lr=0.1)
x = torch.rand(8, 3)
for epoch in range(5):
    for i in range(4):
        opt.zero_grad()
        loss = net(x[2 * i:2 * i + 2]).pow(2).mean()
        loss.backward()
        opt.step()
    print(epoch, loss.item())

# CHECK-NOT: nn.gradient
# CHECK: scf.for {{.*}} to %c5 step
# CHECK: scf.for {{.*}} to %c4 step
# CHECK: nn.gradient
# CHECK-COUNT-2: nn.sqrt
# CHECK: scf.yield
# CHECK: tine.print
# CHECK: scf.yield
# CHECK-NOT: nn.gradient
