# A dict whose keys only the run knows is one dict of the run.
# RUN: %tinec --emit=nn %s | FileCheck %s --implicit-check-not=tine.dict_new --implicit-check-not=scf.for
import torch

x = torch.rand(4)
counts = {0: 0}
for i in range(10):
    counts[int(x[0].item() * i)] = i
print(counts, len(counts))

# CHECK: %[[D:.*]] = tine.dict_new int : <i64, i64>
# CHECK: tine.dict_set %[[D]]
# CHECK: scf.for
# CHECK: %[[KEY:.*]] = arith.fptosi
# CHECK: tine.dict_set %[[D]][%[[KEY]] : i64]
# CHECK: tine.dict_length %[[D]]
