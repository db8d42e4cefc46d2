# A list that a loop fills where data decides is one list of the run, under one
# name for the loop and for what follows it.
# RUN: %tinec --emit=nn %s | FileCheck %s --implicit-check-not=tine.list_new --implicit-check-not=scf.for
import torch

x = torch.rand(3)
items = []
for i in range(10):
    y = x * i
    if y.sum() > 5:
        items.append(y)
print(len(items))
for item in items:
    print(item)

# CHECK: %[[L:.*]] = tine.list_new : <tensor<3xf32>>
# CHECK: scf.for
# CHECK: scf.if
# CHECK: tine.list_append %[[L]]
# CHECK: tine.list_length %[[L]]
# CHECK: scf.for
# CHECK: tine.list_get %[[L]]
