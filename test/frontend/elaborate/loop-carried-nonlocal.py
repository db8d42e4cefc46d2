# The variables that nested functions set in a loop, by `nonlocal` or `global`,
# are loop-carried values: there is nothing that holds them at run time.
# RUN: %tinec --emit=nn %s | FileCheck %s --implicit-check-not=scf.for --implicit-check-not=tine.cell
import torch

n = 0


def count():
    global n
    n += 1


def meter():
    total = torch.zeros(2)
    scale = 1

    def add(x):
        nonlocal total
        total = total + x * scale
        count()

    def get():
        return total

    scale = 3
    return add, get


add, get = meter()
x = torch.rand(2)
for i in range(10):
    add(x)
    if x.sum() > i:
        add(x)
print(n, get())

# CHECK: %[[R:.*]]:2 = scf.for {{.*}} -> (i64, tensor<2xf32>) {
# CHECK: arith.constant 3.000000e+00 : f32
# CHECK: scf.if %{{.*}} -> (i64, tensor<2xf32>) {
# CHECK: else
# CHECK-NEXT: scf.yield
# CHECK: tine.format eager "%i %t\0A"(%[[R]]#0, %[[R]]#1 :
