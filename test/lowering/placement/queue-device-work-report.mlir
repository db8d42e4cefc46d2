// RUN: %tine-opt %s --queue-device-work=report --verify-diagnostics

!dev0 = tensor<2x3xf32, #tine.device<cuda : 0>>
!dev1 = tensor<2x3xf32, #tine.device<cuda : 1>>
!big = tensor<1024x1024xf32, #tine.device<cuda : 1>>

// 2 x 1024^3 operations at 130 GFLOP/s are 16.5 ms, five times; 4 MB at 12 GB/s are 350 us, and each copy takes 1 us.
// expected-remark @+1 {{critical path: at least 83 ms of 83 ms of work}}
func.func @f(%x: tensor<2x3xf32>, %n: tensor<?xf64>, %w: tensor<1024x1024xf32>) -> (!dev1, tensor<?xf64, #tine.device<cuda : 1>>, !big) {
  // expected-remark @+1 {{cpu:0 to cuda:0: a copy of 24 bytes, about 1.0 us}}
  %a = tine.to %x : tensor<2x3xf32> -> !dev0
  // expected-remark @+1 {{cuda:0: a call of 2 operations, about 8 ns}}
  %b = nn.neg %a : !dev0
  %c = nn.relu %b : !dev0
  // expected-remark @+1 {{cuda:0 to cuda:1: a copy of 24 bytes, about 1.0 us}}
  %d = tine.to %c : !dev0 -> !dev1
  // expected-remark @+2 {{cuda:1: a call of 2 operations, about 83 ms}}
  // expected-note @+1 {{cuda:1: a call of 2 operations, about 83 ms}}
  %e = nn.neg %d : !dev1
  // expected-remark @+1 {{cpu:0 to cuda:1: a copy of a size that the run decides, at least 1.0 us}}
  %m = tine.to %n : tensor<?xf64> -> tensor<?xf64, #tine.device<cuda : 1>>
  // expected-remark @+1 {{cpu:0 to cuda:1: a copy of 4194304 bytes, about 351 us}}
  %big = tine.to %w : tensor<1024x1024xf32> -> !big
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %y = scf.for %i = %c0 to %c5 step %c1 iter_args(%z = %big) -> !big {
    %p = nn.matmul %z, %z : (!big, !big) -> !big
    scf.yield %p : !big
  }
  return %e, %m, %y : !dev1, tensor<?xf64, #tine.device<cuda : 1>>, !big
}
