# A step in a loop of batches in a loop of epochs is there once, and both loops
# stay; the parameters are carried through both.
# RUN: %tinec --emit=nn %s | FileCheck %s --implicit-check-not=scf.for --implicit-check-not=nn.slice
# RUN: %tinec --emit=nn %s | grep -c nn.gradient | FileCheck %s --check-prefix=COPIES
import torch

torch.manual_seed(0)
net = torch.nn.Linear(3, 1)
opt = torch.optim.Adam(net.parameters(), lr=0.1)
x = torch.rand(8, 3)
net(x).pow(2).mean().backward()
opt.step()
for epoch in range(5):
    for i in range(4):
        opt.zero_grad()
        loss = net(x[2 * i:2 * i + 2]).pow(2).mean()
        loss.backward()
        opt.step()
    print(epoch, loss.item())

# CHECK: nn.gradient
# CHECK: scf.for {{.*}} to %c5 step
# CHECK: scf.for {{.*}} to %c4 step
# CHECK: nn.slice
# CHECK: nn.gradient
# CHECK-COUNT-2: nn.sqrt
# CHECK: scf.yield
# CHECK: tine.print
# CHECK: scf.yield

# One in front of the loops, one in them.
# COPIES: {{^2$}}
