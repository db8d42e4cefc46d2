// RUN: %tine-opt %s --merge-waits | FileCheck %s

// One wait for a future; that of a branch stays.
// CHECK-LABEL: func @waits(
// CHECK: %[[A:.*]]:2 = tine.wait %arg0
// CHECK-NEXT: %[[B:.*]] = tine.wait %arg1
// CHECK-NEXT: scf.if
// CHECK-NEXT: tine.wait %arg0
// CHECK: return %[[A]]#0, %[[A]]#1
func.func @waits(%f: !tine.future<i64, tensor<2xf32>>, %g: !tine.future<i64>, %c: i1) -> (i64, tensor<2xf32>) {
  %a, %t = tine.wait %f : !tine.future<i64, tensor<2xf32>>
  %b = tine.wait %g : !tine.future<i64>
  %a2, %t2 = tine.wait %f : !tine.future<i64, tensor<2xf32>>
  scf.if %c {
    %a3, %t3 = tine.wait %f : !tine.future<i64, tensor<2xf32>>
    tine.keep %t3 : tensor<2xf32>
  }
  return %a2, %t2 : i64, tensor<2xf32>
}
