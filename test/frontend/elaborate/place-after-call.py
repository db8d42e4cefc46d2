# What stands behind a call of the library has a place in the program, not the
# one where the library's function ended.
# RUN: %tinec --emit=nn %s -o - | FileCheck %s
import torch

x = torch.ones(3)
v = None
if x.sum() > 2:
    v = torch.nn.functional.huber_loss(x, x + 1)
print(v is None)

# CHECK: ub.poison : tensor<f32> loc(#[[AT:loc[0-9]+]])
# CHECK: #[[AT]] = loc("{{.*}}place-after-call.py":9:9)
