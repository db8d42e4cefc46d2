// RUN: %tine-opt %s --queue-device-work --split-input-file --verify-diagnostics | FileCheck %s

!dev0 = tensor<2xf32, #tine.device<cuda : 0>>
!dev1 = tensor<2xf32, #tine.device<cuda : 1>>

// What one device computes until somebody else needs it is one function. It
// waits for what it takes; numbers come as they are, constants are made anew.
// CHECK-LABEL: func private @chain_cuda0(
// CHECK-SAME: %[[X:.*]]: !tine.future<tensor<2xf32, #tine.device<cuda : 0>>>, %[[N:.*]]: f32)
// CHECK-SAME: -> tensor<2xf32, #tine.device<cuda : 0>> attributes {tine.device = #tine.device<cuda : 0>
// CHECK: %[[C:.*]] = arith.constant 2.0
// CHECK: %[[W:.*]] = tine.wait %[[X]] {last}
// CHECK: %[[A:.*]] = nn.mul %[[W]], %[[C]]
// CHECK: %[[B:.*]] = nn.add %[[A]], %[[N]]
// CHECK: return %[[B]]
// CHECK-LABEL: func @chain(
// CHECK-SAME: %[[T:.*]]: tensor<2xf32>, %[[N:.*]]: f32) -> tensor<2xf32>
// CHECK: %[[F:.*]] = tine.transfer #tine.device<cpu : 0> to #tine.device<cuda : 0>, %[[T]]
// CHECK: %[[G:.*]] = tine.enqueue #tine.device<cuda : 0>, @chain_cuda0(%[[F]], %[[N]])
// CHECK: %[[H:.*]] = tine.transfer #tine.device<cuda : 0> to #tine.device<cpu : 0>, %[[G]]
// CHECK: %[[R:.*]] = tine.wait %[[H]] {last}
// CHECK: return %[[R]]
func.func @chain(%t: tensor<2xf32>, %n: f32) -> tensor<2xf32> {
  %c = arith.constant 2.0 : f32
  %x = tine.to %t : tensor<2xf32> -> !dev0
  %a = nn.mul %x, %c : (!dev0, f32) -> !dev0
  %b = nn.add %a, %n : (!dev0, f32) -> !dev0
  %r = tine.to %b : !dev0 -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

!dev0 = tensor<2xf32, #tine.device<cuda : 0>>
!dev1 = tensor<2xf32, #tine.device<cuda : 1>>

// A copy waits for what it copies only: %late goes with the next call.
// CHECK-LABEL: func @slices(
// CHECK: %[[F:.*]] = tine.enqueue #tine.device<cuda : 0>, @slices_cuda0
// CHECK: %[[T:.*]] = tine.transfer #tine.device<cuda : 0> to #tine.device<cuda : 1>, %[[F]]
// CHECK: %[[L:.*]] = tine.enqueue #tine.device<cuda : 0>, @slices_cuda0_{{.*}}
// CHECK: %[[R:.*]] = tine.enqueue #tine.device<cuda : 1>, @slices_cuda1(%[[T]])
// CHECK: return %[[L]], %[[R]]
// CHECK-SAME: !tine.future<tensor<2xf32, #tine.device<cuda : 0>>>, !tine.future<tensor<2xf32, #tine.device<cuda : 1>>>
func.func @slices(%x: !dev0, %l: !tine.list<i64>) -> (!dev0, !dev1) {
  %early = nn.neg %x : !dev0
  %late = nn.relu %x : !dev0
  %t = tine.to %early : !dev0 -> !dev1
  %r = nn.relu %t : !dev1
  return %late, %r : !dev0, !dev1
}

// -----

!dev0 = tensor<2xf32, #tine.device<cuda : 0>>

// Containers and loops of the host hold futures.
// CHECK-LABEL: func @containers(
// CHECK-SAME: !tine.list<!tine.future<tensor<2xf32, #tine.device<cuda : 0>>>>
// CHECK: scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}) -> (!tine.future<tensor<2xf32, #tine.device<cuda : 0>>>)
// CHECK: %[[N:.*]] = tine.enqueue {{.*}}(%[[A]])
// CHECK: tine.list_append %{{.*}}, %[[N]]
// CHECK: scf.yield %[[N]]
func.func @containers(%l: !tine.list<!dev0>, %x: !dev0, %n: index) -> !dev0 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (!dev0) {
    %b = nn.neg %a : !dev0
    tine.list_append %l, %b : !tine.list<!dev0>, !dev0
    scf.yield %b : !dev0
  }
  return %r : !dev0
}

// -----

!dev0 = tensor<2xf32, #tine.device<cuda : 0>>

// A function that only computes on a device is the device's; a loop around it
// is, too. A task is the host's and queues the call.
// CHECK-LABEL: func private @layer_queued(
// CHECK: tine.enqueue #tine.device<cuda : 0>, @layer_queued_cuda0
// CHECK-LABEL: func private @layer(
// CHECK-SAME: tensor<2xf32, #tine.device<cuda : 0>> attributes {tine.device = #tine.device<cuda : 0>
func.func private @layer(%x: !dev0) -> !dev0 {
  %y = nn.relu %x : !dev0
  return %y : !dev0
}
// CHECK-LABEL: func private @calls_cuda0(
// CHECK: scf.for
// CHECK: func.call @layer
// CHECK-LABEL: func @calls(
// CHECK-NOT: scf.for
// CHECK: tine.spawn @layer_queued
func.func @calls(%x: !dev0, %n: index, %s: !tine.str) -> (!dev0, !tine.future<!dev0>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (!dev0) {
    %b = func.call @layer(%a) : (!dev0) -> !dev0
    scf.yield %b : !dev0
  }
  tine.print %s
  %f = tine.spawn @layer(%x) : (!dev0) -> !tine.future<!dev0>
  return %r, %f : !dev0, !tine.future<!dev0>
}

// -----

!scalar = tensor<f32, #tine.device<cuda : 0>>

// The host waits for a number where it needs it; what stays behind computes its
// own.
// CHECK-LABEL: func @numbers(
// CHECK: %[[F:.*]] = tine.enqueue #tine.device<cuda : 0>, @numbers_cuda0
// CHECK: %[[V:.*]] = tine.wait %[[F]] {last} : !tine.future<f32>
// CHECK: return %[[V]]
func.func @numbers(%x: !scalar) -> f32 {
  %y = nn.neg %x : !scalar
  %v = tensor.extract %y[] : !scalar
  return %v : f32
}

// -----

!pair = tensor<2xf32, #tine.device<cuda : 0>>
!scalar = tensor<i64, #tine.device<cuda : 0>>

// A check goes with the first call behind it: what reads relies on it, whether
// or not the host asks for that.
// CHECK-LABEL: func private @checks_cuda0(
// CHECK: tine.assert
// CHECK: nn.slice
// CHECK-LABEL: func @checks(
// CHECK-COUNT-1: tine.enqueue
// CHECK-NOT: tine.enqueue
// CHECK: return
func.func @checks(%x: !pair, %at: !scalar) -> tensor<1xf32> {
  %c2 = arith.constant 2 : i64
  %i = tensor.extract %at[] : !scalar
  %from = arith.index_cast %i : i64 to index
  %valid = arith.cmpi ult, %i, %c2 : i64
  tine.assert %valid, "IndexError", "index %i is out of bounds", %i : i64
  %y = nn.slice %x dim 0 from %from step 1() : !pair -> tensor<1xf32, #tine.device<cuda : 0>>
  %r = tine.to %y : tensor<1xf32, #tine.device<cuda : 0>> -> tensor<1xf32>
  return %r : tensor<1xf32>
}

// -----

!pair = tensor<2xf32, #tine.device<cuda : 0>>
!one = tensor<1xf32, #tine.device<cuda : 0>>
!scalar = tensor<i64, #tine.device<cuda : 0>>

// What stays behind and computes a number itself checks it itself, too: the
// call in front may have failed. The check of a number that it does not use
// stays alone.
// CHECK-LABEL: func private @rechecks_cuda0(
// CHECK: tine.assert %{{.*}}, "IndexError"
// CHECK: tine.assert %{{.*}}, "ValueError"
// CHECK-NOT: nn.slice
// CHECK: nn.add
// CHECK-LABEL: func private @rechecks_cuda0_
// CHECK-NOT: "ValueError"
// CHECK: tine.assert %{{.*}}, "IndexError"
// CHECK-NOT: "ValueError"
// CHECK: nn.slice
// CHECK-LABEL: func @rechecks(
func.func @rechecks(%x: !pair, %at: !scalar, %other: !scalar) -> (!one, tensor<i64>) {
  %c2 = arith.constant 2 : i64
  %i = tensor.extract %at[] : !scalar
  %from = arith.index_cast %i : i64 to index
  %valid = arith.cmpi ult, %i, %c2 : i64
  tine.assert %valid, "IndexError", "index %i is out of bounds", %i : i64
  %n = tensor.extract %other[] : !scalar
  %small = arith.cmpi ult, %n, %c2 : i64
  tine.assert %small, "ValueError", "%i is too large", %n : i64
  %y = nn.slice %x dim 0 from %from step 1() : !pair -> !one
  %z = nn.add %at, %i : (!scalar, i64) -> !scalar
  %r = tine.to %z : !scalar -> tensor<i64>
  return %y, %r : !one, tensor<i64>
}

// -----

!dev0 = tensor<2xf32, #tine.device<cuda : 0>>
!scalar = tensor<i64, #tine.device<cuda : 0>>

// So does a call of what has a check: of two errors the first one is told.
func.func private @checked(%x: !dev0, %at: !scalar) -> !dev0 {
  %c2 = arith.constant 2 : i64
  %i = tensor.extract %at[] : !scalar
  %valid = arith.cmpi ult, %i, %c2 : i64
  tine.assert %valid, "IndexError", "index %i is out of bounds", %i : i64
  return %x : !dev0
}
// CHECK-LABEL: func private @called_cuda0(
// CHECK: call @checked(
// CHECK: nn.neg
// CHECK-LABEL: func private @called_cuda0_
// CHECK: nn.relu
func.func @called(%x: !dev0, %at: !scalar) -> (!dev0, !dev0, tensor<2xf32>) {
  %late = nn.relu %x : !dev0
  %y = func.call @checked(%x, %at) : (!dev0, !scalar) -> !dev0
  %z = nn.neg %x : !dev0
  %r = tine.to %z : !dev0 -> tensor<2xf32>
  return %late, %y, %r : !dev0, !dev0, tensor<2xf32>
}

// -----

// Text, files and random numbers need the host.
// CHECK-LABEL: func @host(
// CHECK: %[[D:.*]] = nn.random {{.*}} -> tensor<2xf32>
// CHECK: %[[T:.*]] = tine.transfer #tine.device<cpu : 0> to #tine.device<cuda : 0>, %[[D]]
// CHECK: %[[Y:.*]] = tine.enqueue #tine.device<cuda : 0>, @host_cuda0(%[[T]])
// CHECK: %[[C:.*]] = tine.transfer #tine.device<cuda : 0> to #tine.device<cpu : 0>, %[[Y]]
// CHECK: %[[W:.*]] = tine.wait %[[C]]
// CHECK: tine.format eager "%t"(%[[W]] : tensor<2xf32>)
func.func @host(%a: f64) -> !tine.str {
  %x = nn.random uniform %a, %a() : f64 -> tensor<2xf32, #tine.device<cuda : 0>>
  %y = nn.neg %x : tensor<2xf32, #tine.device<cuda : 0>>
  %s = tine.format eager "%t"(%y : tensor<2xf32, #tine.device<cuda : 0>>)
  return %s : !tine.str
}

// -----

// CHECK-LABEL: func @plain(
// CHECK-NEXT: nn.neg
func.func @plain(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = nn.neg %x : tensor<2xf32>
  return %y : tensor<2xf32>
}

// -----

!dev0 = tensor<2xf32, #tine.device<cuda : 0>>

// The text of a list is that of a list of copies.
// CHECK-LABEL: func @text(
// CHECK: %[[L:.*]] = tine.list_new : <tensor<2xf32>>
// CHECK: scf.for
// CHECK: %[[T:.*]] = tine.transfer
// CHECK: %[[W:.*]] = tine.wait %[[T]] {last}
// CHECK: tine.list_append %[[L]], %[[W]]
// CHECK: tine.format eager "%[%t%]"(%[[L]]
func.func @text(%l: !tine.list<!dev0>) -> !tine.str {
  %s = tine.format eager "%[%t%]" (%l : !tine.list<!dev0>)
  return %s : !tine.str
}

// -----

!dev0 = tensor<2xf32, #tine.device<cuda : 0>>

// A list is joined by the device, from a list of its own.
// CHECK-LABEL: func private @joined_cuda0_cat(
// CHECK-SAME: %[[F:.*]]: !tine.list<!tine.future<
// CHECK: %[[L:.*]] = tine.list_new
// CHECK: scf.for
// CHECK: %[[G:.*]] = tine.list_get %[[F]]
// CHECK: %[[W:.*]] = tine.wait %[[G]]
// CHECK: tine.list_append %[[L]], %[[W]]
// CHECK: nn.list_cat %[[L]]
// CHECK-LABEL: func @joined(
// CHECK: %[[C:.*]] = tine.list_copy
// CHECK: tine.enqueue #tine.device<cuda : 0>, @joined_cuda0_cat(%[[C]])
func.func @joined(%l: !tine.list<!dev0>) -> tensor<?x2xf32, #tine.device<cuda : 0>> {
  %t = nn.list_cat %l dim 0 stacked : !tine.list<!dev0> -> tensor<?x2xf32, #tine.device<cuda : 0>>
  return %t : tensor<?x2xf32, #tine.device<cuda : 0>>
}

// -----

!dev0 = tensor<2xf32, #tine.device<cuda : 0>>

func.func @task(%f: !tine.future<!dev0>) -> !tine.str {
  // expected-error @+1 {{this needs copies of tensors that are on another device}}
  %s = tine.format eager "%t" (%f : !tine.future<!dev0>)
  return %s : !tine.str
}

// -----

// The host waits when every device has its work.
// CHECK-LABEL: func @waits(
// CHECK: %[[A:.*]] = tine.enqueue #tine.device<cuda : 0>
// CHECK: %[[B:.*]] = tine.enqueue #tine.device<cuda : 1>
// CHECK: tine.wait %[[A]]
// CHECK: tine.wait %[[B]]
// CHECK: tine.format
func.func @waits(%x: tensor<f64, #tine.device<cuda : 0>>, %y: tensor<f64, #tine.device<cuda : 1>>) -> !tine.str {
  %a = tensor.extract %x[] : tensor<f64, #tine.device<cuda : 0>>
  %b = tensor.extract %y[] : tensor<f64, #tine.device<cuda : 1>>
  %s = tine.format eager "%f %f"(%a, %b : f64, f64)
  return %s : !tine.str
}

// -----

// A part of a vector is made where it is read.
// CHECK-LABEL: func private @parts_cuda0(
// CHECK-SAME: !tine.future<tensor<3xf32, #tine.device<cuda : 0>>>
// CHECK: tine.split
// CHECK-LABEL: func private @parts_cuda0_0(
// CHECK-SAME: !tine.future<tensor<3xf32, #tine.device<cuda : 0>>>
// CHECK: tine.split
// CHECK-LABEL: func @parts(
// CHECK-NOT: tine.split
func.func @parts(%v: tensor<3xf32, #tine.device<cuda : 0>>, %s: !tine.str) -> (tensor<1xf32, #tine.device<cuda : 0>>, tensor<2xf32, #tine.device<cuda : 0>>) {
  %a, %b = tine.split %v : tensor<3xf32, #tine.device<cuda : 0>> -> tensor<1xf32, #tine.device<cuda : 0>>, tensor<2xf32, #tine.device<cuda : 0>>
  %c = nn.neg %a : tensor<1xf32, #tine.device<cuda : 0>>
  tine.print %s
  %d = nn.mul %a, %b : (tensor<1xf32, #tine.device<cuda : 0>>, tensor<2xf32, #tine.device<cuda : 0>>) -> tensor<2xf32, #tine.device<cuda : 0>>
  return %c, %d : tensor<1xf32, #tine.device<cuda : 0>>, tensor<2xf32, #tine.device<cuda : 0>>
}

// -----

// Half floats go from function to function as they are, not as f32.
// CHECK-LABEL: func private @halves_cuda0(
// CHECK-SAME: !tine.future<tensor<3xf32, #tine.device<cuda : 0>>>) -> (tensor<3xbf16, #tine.device<cuda : 0>>, tensor<3xf32, #tine.device<cuda : 0>>)
// CHECK-LABEL: func private @halves_cuda0_0(
// CHECK-SAME: !tine.future<tensor<3xbf16, #tine.device<cuda : 0>>>) -> tensor<3xf32, #tine.device<cuda : 0>>
// CHECK: nn.cast
// CHECK: nn.mul
// CHECK-LABEL: func @halves(
// CHECK-NOT: nn.cast
func.func @halves(%v: tensor<3xf32, #tine.device<cuda : 0>>, %s: !tine.str) -> (tensor<3xf32, #tine.device<cuda : 0>>, tensor<3xf32, #tine.device<cuda : 0>>) {
  %a = nn.cast %v : tensor<3xf32, #tine.device<cuda : 0>> to tensor<3xbf16, #tine.device<cuda : 0>>
  %b = nn.cast %a : tensor<3xbf16, #tine.device<cuda : 0>> to tensor<3xf32, #tine.device<cuda : 0>>
  %c = nn.neg %b : tensor<3xf32, #tine.device<cuda : 0>>
  tine.print %s
  %d = nn.mul %b, %b : (tensor<3xf32, #tine.device<cuda : 0>>, tensor<3xf32, #tine.device<cuda : 0>>) -> tensor<3xf32, #tine.device<cuda : 0>>
  return %c, %d : tensor<3xf32, #tine.device<cuda : 0>>, tensor<3xf32, #tine.device<cuda : 0>>
}

// -----

// A part that a loop makes of the vector that it carries stays in the loop.
// CHECK-LABEL: func private @parts_inside_cuda0(
// CHECK: scf.for {{.*}} iter_args(%[[V:.*]] = %{{.*}})
// CHECK-NEXT: tine.split %[[V]]
// CHECK-LABEL: func @parts_inside(
func.func @parts_inside(%v: tensor<3xf32, #tine.device<cuda : 0>>, %n: index) -> tensor<3xf32, #tine.device<cuda : 0>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %v) -> (tensor<3xf32, #tine.device<cuda : 0>>) {
    %x, %y = tine.split %a : tensor<3xf32, #tine.device<cuda : 0>> -> tensor<1xf32, #tine.device<cuda : 0>>, tensor<2xf32, #tine.device<cuda : 0>>
    %b = nn.mul %a, %x : (tensor<3xf32, #tine.device<cuda : 0>>, tensor<1xf32, #tine.device<cuda : 0>>) -> tensor<3xf32, #tine.device<cuda : 0>>
    scf.yield %b : tensor<3xf32, #tine.device<cuda : 0>>
  }
  return %r : tensor<3xf32, #tine.device<cuda : 0>>
}

// -----

// Numbers that the host keeps, and that another device takes, are there in time.
// CHECK-LABEL: func @kept_numbers(
// CHECK: %[[A:.*]] = tine.enqueue #tine.device<cuda : 0>
// CHECK: %[[N:.*]] = tine.wait %[[A]]
// CHECK: tine.list_append %{{.*}}, %[[N]]
// CHECK: %[[B:.*]] = tine.enqueue #tine.device<cuda : 0>
// CHECK: %[[M:.*]] = tine.wait %[[B]]
// CHECK: tine.enqueue #tine.device<cuda : 1>, @{{.*}}(%{{.*}}, %[[M]])
// CHECK: tine.print
func.func @kept_numbers(%x: tensor<f64, #tine.device<cuda : 0>>, %y: tensor<2xf64, #tine.device<cuda : 1>>,
                        %l: !tine.list<f64>, %s: !tine.str) -> tensor<2xf64, #tine.device<cuda : 1>> {
  %n = tensor.extract %x[] : tensor<f64, #tine.device<cuda : 0>>
  tine.list_append %l, %n : !tine.list<f64>, f64
  %z = nn.neg %x : tensor<f64, #tine.device<cuda : 0>>
  %m = tensor.extract %z[] : tensor<f64, #tine.device<cuda : 0>>
  %r = nn.mul %y, %m : (tensor<2xf64, #tine.device<cuda : 1>>, f64) -> tensor<2xf64, #tine.device<cuda : 1>>
  tine.print %s
  return %r : tensor<2xf64, #tine.device<cuda : 1>>
}

// -----

!dev0 = tensor<2xf32, #tine.device<cuda : 0>>

// What is computed for its time alone goes over behind what is needed.
// CHECK-LABEL: func private @kept_cuda0(
// CHECK: %[[A:.*]] = nn.relu
// CHECK: %[[C:.*]] = nn.exp %[[A]]
// CHECK: return %[[A]], %[[C]]
// CHECK-LABEL: func private @kept_cuda0_0(
// CHECK: %[[B:.*]] = nn.neg
// CHECK: tine.keep %[[B]]
// CHECK-LABEL: func @kept(
// CHECK: %[[F:.*]]:2 = tine.enqueue #tine.device<cuda : 0>, @kept_cuda0(
// CHECK-NEXT: tine.enqueue #tine.device<cuda : 0>, @kept_cuda0_0(%[[F]]#0)
// CHECK-NOT: tine.keep
// CHECK: return %[[F]]#1
func.func @kept(%x: !dev0) -> !dev0 {
  %a = nn.relu %x : !dev0
  %b = nn.neg %a : !dev0
  tine.keep %b : !dev0
  %c = nn.exp %a : !dev0
  return %c : !dev0
}
