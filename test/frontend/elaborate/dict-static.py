# A dict with known keys is no dict at run time; walking over it is written out.
# RUN: %tinec --emit=nn %s | FileCheck %s --implicit-check-not=nn.mul --implicit-check-not=tine.dict --implicit-check-not=scf.
import torch

x = torch.rand(4)
d = {"a": x, "b": x + 1}
d["c"] = d["a"] * d["b"]
for k, v in d.items():
    print(k, v)

# CHECK: %[[A:.*]] = nn.random
# CHECK: %[[B:.*]] = nn.add %[[A]]
# CHECK: %[[C:.*]] = nn.mul %[[A]], %[[B]]
# CHECK: tine.format eager "a %t\0A"(%[[A]] :
# CHECK: tine.format eager "b %t\0A"(%[[B]] :
# CHECK: tine.format eager "c %t\0A"(%[[C]] :
