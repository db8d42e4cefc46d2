// RUN: %tine-opt %s --queue-device-work=report --verify-diagnostics

!dev0 = tensor<2x3xf32, #tine.device<cuda : 0>>
!dev1 = tensor<2x3xf32, #tine.device<cuda : 1>>

func.func @f(%x: tensor<2x3xf32>, %n: tensor<?xf64>) -> (!dev1, tensor<?xf64, #tine.device<cuda : 1>>) {
  // expected-remark @+1 {{cpu:0 to cuda:0: a copy of 24 bytes}}
  %a = tine.to %x : tensor<2x3xf32> -> !dev0
  // expected-remark @+1 {{cuda:0: a call of 2 operations}}
  %b = nn.neg %a : !dev0
  %c = nn.relu %b : !dev0
  // expected-remark @+1 {{cuda:0 to cuda:1: a copy of 24 bytes}}
  %d = tine.to %c : !dev0 -> !dev1
  // expected-remark @+1 {{cuda:1: a call of 1 operation}}
  %e = nn.neg %d : !dev1
  // expected-remark @+1 {{cpu:0 to cuda:1: a copy of a size that the run decides}}
  %m = tine.to %n : tensor<?xf64> -> tensor<?xf64, #tine.device<cuda : 1>>
  return %e, %m : !dev1, tensor<?xf64, #tine.device<cuda : 1>>
}
