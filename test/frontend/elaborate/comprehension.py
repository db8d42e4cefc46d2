# A comprehension over a range is a loop that fills a list of the run; one over
# a list that is known at compile time is written out.
# RUN: %tinec --emit=nn %s | FileCheck %s --implicit-check-not=scf.for --implicit-check-not=nn.tanh
import torch

x = torch.rand(4)
n = int(x.sum().item() * 10)
dynamic = [x * i for i in range(n)]
static = [torch.tanh(t) for t in (x, x + 1)]
print(dynamic[0], static[0], static[1])

# CHECK: %[[L:.*]] = tine.list_new
# CHECK: %[[N:.*]] = arith.index_cast {{.*}} : i64 to index
# CHECK: scf.for {{.*}} to %[[N]] step
# CHECK: %[[E:.*]] = nn.mul
# CHECK: tine.list_append %[[L]], %[[E]] :
# CHECK: %[[A:.*]] = nn.tanh
# CHECK: %[[B:.*]] = nn.tanh
# CHECK: %[[F:.*]] = tine.list_get %[[L]]
# CHECK: tine.format {{.*}}(%[[F]], %[[A]], %[[B]] :
