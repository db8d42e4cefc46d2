# A loop whose range only the run knows counts its iterations, once.
# RUN: %tinec --emit=nn %s | FileCheck %s --implicit-check-not=scf.for --implicit-check-not=scf.while --implicit-check-not=scf.if
import torch

x = torch.rand(3)
n = int(x.sum().item() * 10)
for i in range(2, n, 3):
    x = x + i
print(x)

# CHECK: %[[N:.*]] = arith.fptosi
# CHECK: %[[SPAN:.*]] = arith.subi %[[N]], %c2_i64
# CHECK: arith.ceildivsi %[[SPAN]], %c3_i64
# CHECK: %[[COUNT:.*]] = arith.index_cast {{.*}} : i64 to index
# CHECK: scf.for %{{.*}} to %[[COUNT]] step
# CHECK: nn.add
