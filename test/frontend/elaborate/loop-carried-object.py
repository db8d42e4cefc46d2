# The attributes of an object that methods change in a loop are loop-carried
# values: there is no object at run time.
# RUN: %tinec --emit=nn %s | FileCheck %s --implicit-check-not=scf.for --implicit-check-not=tine.cell
import torch


class Counter:
    def __init__(self):
        self.n = 0
        self.total = torch.zeros(2)
        self.scale = 3

    def add(self, x):
        self.n += 1
        self.total = self.total + x * self.scale


c = Counter()
x = torch.rand(2)
for i in range(10):
    c.add(x)
    if x.sum() > i:
        c.add(x)
print(c.n, c.total, c.scale)

# CHECK: %[[R:.*]]:2 = scf.for {{.*}} -> (i64, tensor<2xf32>) {
# CHECK: scf.if %{{.*}} -> (i64, tensor<2xf32>) {
# CHECK: else
# CHECK-NEXT: scf.yield
# CHECK: tine.format eager "%i %t 3\0A"(%[[R]]#0, %[[R]]#1 :
