# What is known of a formatted string is text; the rest is formatted in the run.
# RUN: %tinec --emit=nn %s | FileCheck %s --implicit-check-not=tine.format --implicit-check-not=tine.string
import torch

x = torch.rand(2)
n = int(x.sum().item() * 100)
v = x[0].item()
kind = "%s-%d" % ("fixed", 3)
print(f"{kind}: n={n:5d} v={v:.3f}", n + 1, 7)

# CHECK: %[[N:.*]] = arith.fptosi
# CHECK: %[[V:.*]] = arith.extf
# CHECK-DAG: %[[M:.*]] = arith.addi %[[N]], %c1_i64
# CHECK-DAG: %[[TEXT:.*]] = tine.format eager "fixed-3: n=%P5d%; v=%p.3f%;"(%[[N]], %[[V]] : i64, f64)
# CHECK: tine.format eager "%s %i 7\0A"(%[[TEXT]], %[[M]] : !tine.str, i64)
