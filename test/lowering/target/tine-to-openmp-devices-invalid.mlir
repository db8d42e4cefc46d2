// RUN: %tine-opt %s --tine-to-openmp --verify-diagnostics

!plain = !tine.box<tensor<2xf32>>
!dev1 = !tine.box<tensor<2xf32, #tine.device<cuda : 1>>>

module attributes {tine.devices = ["cpu:0"]} {
  func.func @queue(%b: !plain) -> !tine.future<!dev1> {
    // expected-error @+1 {{names a device that the module's attribute 'tine.devices' does not}}
    %c = tine.transfer #tine.device<cpu : 0> to #tine.device<cuda : 1>, %b : !plain -> !tine.future<!dev1>
    return %c : !tine.future<!dev1>
  }
}
