# A loop over even parts of a tensor stays a loop where it would be long.
# RUN: %tinec --emit=nn %s | FileCheck %s --implicit-check-not=scf.for --implicit-check-not=scf.while
import torch



def long(t):
    steps = 0
    for one in (1,) * 200:
        steps += one
    return t * steps


x = torch.rand(40, 4)
kept = []
for part in x.split(2):
    kept.append(long(part))
print(torch.cat(kept))
# This one is short.
total = torch.zeros(2, 4)
for part in x.split(2):
    total = total + part
print(total)

# CHECK: %[[X:.*]] = nn.random
# CHECK: %[[LIST:.*]] = tine.list_new
# CHECK: scf.for %[[I:.*]] = %c0_{{[0-9]+}} to %c20_{{[0-9]+}} step %c1
# CHECK: %[[NUMBER:.*]] = arith.index_cast %[[I]] : index to i64
# CHECK: %[[FROM:.*]] = arith.muli %[[NUMBER]], %c2_i64
# CHECK: %[[AT:.*]] = arith.index_cast %[[FROM]] : i64 to index
# CHECK: %[[PART:.*]] = nn.slice %[[X]] dim 0 from %[[AT]] step 1() : tensor<40x4xf32> -> tensor<2x4xf32>
# CHECK: nn.mul %[[PART]]
# CHECK: tine.list_append %[[LIST]]
# CHECK: nn.list_cat %[[LIST]]
# CHECK-COUNT-20: nn.add
