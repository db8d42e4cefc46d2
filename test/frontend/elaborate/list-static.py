# A list whose length is known is no list at run time, whatever is done to it.
# RUN: %tinec --emit=nn %s | FileCheck %s --implicit-check-not=nn.cat --implicit-check-not=tine.list --implicit-check-not=scf.
import torch

x = torch.rand(4)
items = [x, x + 1]
items.append(x * 2)
items[0] = items.pop()
items += [torch.tanh(t) for t in items]
print(torch.cat(items), len(items))

# CHECK: %[[X:.*]] = nn.random
# CHECK: %[[B:.*]] = nn.add %[[X]]
# CHECK: %[[A:.*]] = nn.mul %[[X]]
# CHECK: %[[TA:.*]] = nn.tanh %[[A]]
# CHECK: %[[TB:.*]] = nn.tanh %[[B]]
# CHECK: nn.cat %[[A]], %[[B]], %[[TA]], %[[TB]] dim 0
# CHECK: tine.format eager "%t 4\0A"
