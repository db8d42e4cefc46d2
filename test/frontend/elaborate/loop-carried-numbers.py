# Numbers that a loop changes are carried as scalars, an int as i64 and a float
# as f64; an int that becomes a float is one float in the loop.
# RUN: %tinec --emit=nn %s | FileCheck %s --implicit-check-not=scf.for --implicit-check-not=scf.if
import torch

x = torch.rand(3)
total = 0.0
steps = 0
for i in range(50):
    total = total + x[0].item()
    steps += 2
print(total, steps)

# CHECK: %[[A:.*]]:2 = scf.for {{.*}} -> ({{f64, i64|i64, f64}}) {
# CHECK-DAG: arith.addf {{.*}} : f64
# CHECK-DAG: arith.addi {{.*}} : i64
# CHECK: scf.yield
# CHECK: tine.format eager "%f %i\0A"(%[[A]]#{{.}}, %[[A]]#{{.}} : f64, i64)

widened = 0
for i in range(50):
    widened = widened + x[0].item()
print(widened)

# CHECK: %[[B:.*]] = scf.for {{.*}} -> (f64) {
# CHECK: arith.addf
# CHECK: tine.format eager "%f\0A"(%[[B]] : f64)
