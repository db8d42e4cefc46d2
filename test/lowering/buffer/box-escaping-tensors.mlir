// RUN: %tine-opt %s --box-escaping-tensors | FileCheck %s

// Arguments and results are boxes; what only passes through is not copied.
// CHECK-LABEL: func private @identity(
// CHECK-SAME: %[[B:.*]]: !tine.box<tensor<2xf32>>) -> !tine.box<tensor<2xf32>>
// CHECK-NEXT: return %[[B]]
func.func private @identity(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}

// CHECK-LABEL: func @calls(
// CHECK: %[[X:.*]] = tine.unbox %arg0
// CHECK: %[[Y:.*]] = linalg.negf ins(%[[X]]
// CHECK: %[[B:.*]] = tine.box %[[Y]]
// CHECK: %[[R:.*]] = call @identity(%[[B]])
// CHECK: %[[S:.*]] = tine.spawn @identity(%[[R]]) : (!tine.box<tensor<2xf32>>) -> !tine.future<!tine.box<tensor<2xf32>>>
// CHECK: %[[W:.*]] = tine.wait %[[S]]
// CHECK: return %[[W]]
func.func @calls(%x: tensor<2xf32>) -> tensor<2xf32> {
  %e = tensor.empty() : tensor<2xf32>
  %y = linalg.negf ins(%x : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %r = func.call @identity(%y) : (tensor<2xf32>) -> tensor<2xf32>
  %f = tine.spawn @identity(%r) : (tensor<2xf32>) -> !tine.future<tensor<2xf32>>
  %w = tine.wait %f : !tine.future<tensor<2xf32>>
  return %w : tensor<2xf32>
}

// One box for all, behind the definition; what follows reads the box.
// CHECK-LABEL: func @one_box(
// CHECK: %[[Y:.*]] = linalg.negf
// CHECK-NEXT: %[[B:.*]] = tine.box %[[Y]]
// CHECK-NEXT: %[[U:.*]] = tine.unbox %[[B]]
// CHECK: linalg.negf ins(%[[U]]
// CHECK: tine.list_append %{{.*}}, %[[B]]
func.func @one_box(%x: tensor<2xf32>, %l: !tine.list<i64, tensor<2xf32>>, %n: i64) {
  %e = tensor.empty() : tensor<2xf32>
  %y = linalg.negf ins(%x : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %z = linalg.negf ins(%y : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  tine.list_append %l, %n, %y : !tine.list<i64, tensor<2xf32>>, i64, tensor<2xf32>
  tine.keep %z : tensor<2xf32>
  return
}

// A box that only a branch needs stays in it; one that only a loop needs is made
// before it.
// CHECK-LABEL: func @placement(
// CHECK: %[[Y:.*]] = linalg.negf
// CHECK: scf.if
// CHECK-NEXT: %[[B:.*]] = tine.box %[[Y]]
// CHECK-NEXT: tine.format eager "%t"(%[[B]]
// CHECK: %[[C:.*]] = tine.box
// CHECK: scf.for
// CHECK-NEXT: tine.list_append %{{.*}}, %[[C]]
func.func @placement(%x: tensor<2xf32>, %c: i1, %from: index, %l: !tine.list<tensor<2xf32>>) {
  %e = tensor.empty() : tensor<2xf32>
  %y = linalg.negf ins(%x : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  scf.if %c {
    %s = tine.format eager "%t" (%y : tensor<2xf32>)
  }
  %z = linalg.negf ins(%y : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  scf.for %i = %from to %from step %from {
    tine.list_append %l, %z : !tine.list<tensor<2xf32>>, tensor<2xf32>
  }
  return
}

// Containers of containers, and dicts.
// CHECK-LABEL: func @types(
// CHECK-SAME: !tine.list<!tine.future<!tine.box<tensor<2xf32>>>>
// CHECK-SAME: !tine.dict<!tine.str, !tine.list<!tine.box<tensor<?xf32>>>>
func.func @types(%a: !tine.list<!tine.future<tensor<2xf32>>>,
                 %b: !tine.dict<!tine.str, !tine.list<tensor<?xf32>>>) {
  return
}

// A future keeps the device of its box; what a wait gives is on that of the
// function.
// CHECK-LABEL: func @device(
// CHECK-SAME: %[[F:.*]]: !tine.future<!tine.box<tensor<2xf32, #tine.device<cuda : 1>>>>) -> !tine.box<tensor<2xf32>>
// CHECK-NEXT: %[[B:.*]] = tine.wait %[[F]] : !tine.future<!tine.box<tensor<2xf32, #tine.device<cuda : 1>>>> -> !tine.box<tensor<2xf32>>
// CHECK-NEXT: return %[[B]]
func.func @device(%f: !tine.future<tensor<2xf32, #tine.device<cuda : 1>>>) -> tensor<2xf32> attributes {tine.device = #tine.device<cuda : 1>} {
  %x = tine.wait %f : !tine.future<tensor<2xf32, #tine.device<cuda : 1>>> -> tensor<2xf32>
  return %x : tensor<2xf32>
}
// CHECK-LABEL: func @queue(
// CHECK-SAME: !tine.list<!tine.future<!tine.box<tensor<2xf32, #tine.device<cuda : 1>>>>>
// CHECK: %[[C:.*]] = tine.transfer {{.*}} : !tine.box<tensor<2xf32>> -> <!tine.box<tensor<2xf32, #tine.device<cuda : 1>>>>
// CHECK: tine.enqueue #tine.device<cuda : 1>, @device(%[[C]]) : {{.*}} -> !tine.future<!tine.box<tensor<2xf32, #tine.device<cuda : 1>>>>
func.func @queue(%x: tensor<2xf32>, %l: !tine.list<!tine.future<tensor<2xf32, #tine.device<cuda : 1>>>>) {
  %c = tine.transfer #tine.device<cpu : 0> to #tine.device<cuda : 1>, %x : tensor<2xf32> -> !tine.future<tensor<2xf32, #tine.device<cuda : 1>>>
  %d = tine.enqueue #tine.device<cuda : 1>, @device(%c) : (!tine.future<tensor<2xf32, #tine.device<cuda : 1>>>) -> !tine.future<tensor<2xf32, #tine.device<cuda : 1>>>
  tine.list_append %l, %d : !tine.list<!tine.future<tensor<2xf32, #tine.device<cuda : 1>>>>, !tine.future<tensor<2xf32, #tine.device<cuda : 1>>>
  return
}

// CHECK-LABEL: func @draws(
// CHECK: %[[B:.*]] = tine.box_alloc(%arg1) : <tensor<?x2xf32>>
// CHECK: tine.draw "uniform" %arg0, %arg0 in %[[B]]
// CHECK: tine.unbox %[[B]]
func.func @draws(%a: f64, %n: index) {
  %r = nn.random uniform %a, %a (%n) : f64 -> tensor<?x2xf32>
  tine.keep %r : tensor<?x2xf32>
  return
}

// A poison tensor becomes a poison box.
// CHECK-LABEL: func @poison(
// CHECK: %[[P:.*]] = ub.poison : !tine.box<tensor<?xf32>>
// CHECK: return %[[P]]
func.func @poison() -> tensor<?xf32> {
  %p = ub.poison : tensor<?xf32>
  return %p : tensor<?xf32>
}

// One of a device has memory: the function that takes it may copy it before it
// knows the path.
// CHECK-LABEL: func private @poison_of_device(
// CHECK: %[[P:.*]] = ub.poison : tensor<4xf32>
// CHECK: %[[B:.*]] = tine.box %[[P]]
// CHECK: return %[[B]]
func.func private @poison_of_device() -> tensor<4xf32> attributes {tine.device = #tine.device<cuda : 0>} {
  %p = ub.poison : tensor<4xf32>
  return %p : tensor<4xf32>
}

// What may leave a function for a GPU has zeros, which a copy to the host may
// read; what stays inside has not.
// CHECK-LABEL: func private @absent_on_gpu(
// CHECK: %[[Z:.*]] = linalg.fill ins(%{{.*}} : f32)
// CHECK: %[[P:.*]] = ub.poison : tensor<4xf32>
// CHECK: %[[L:.*]]:2 = scf.for {{.*}} iter_args(%{{.*}} = %[[Z]], %{{.*}} = %[[P]])
// CHECK: %[[I:.*]] = scf.if
// CHECK: scf.yield %[[L]]#0
// CHECK: %[[B:.*]] = tine.box %[[I]]
// CHECK: return %[[B]]
func.func private @absent_on_gpu(%x: tensor<4xf32>, %n: index, %c: i1) -> tensor<4xf32> attributes {tine.device = #tine.device<cuda : 0>, tine.target = "cuda"} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %p = ub.poison : tensor<4xf32>
  %q = ub.poison : tensor<4xf32>
  %l:2 = scf.for %i = %zero to %n step %one iter_args(%y = %p, %z = %q) -> (tensor<4xf32>, tensor<4xf32>) {
    %s = arith.addf %x, %z : tensor<4xf32>
    %t = arith.select %c, %x, %y : tensor<4xf32>
    scf.yield %t, %s : tensor<4xf32>, tensor<4xf32>
  }
  %r = scf.if %c -> tensor<4xf32> {
    scf.yield %x : tensor<4xf32>
  } else {
    scf.yield %l#0 : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// A task and a call borrow a part of the vector's box; a list gets a box of its
// own, which keeps no more alive than its elements.
// CHECK-LABEL: func @parts(
// CHECK: %[[NEG:.*]] = linalg.negf
// CHECK-NEXT: %[[V:.*]] = tine.box %[[NEG]] : <tensor<8xf32>>
// CHECK-NEXT: %[[T:.*]] = tine.unbox %[[V]]
// CHECK: %[[S:.*]]:2 = tine.split %[[T]]
// CHECK-DAG: %[[B:.*]] = tine.box_part %[[V]][6] : <tensor<8xf32>> -> <tensor<2xf32>>
// CHECK-DAG: %[[OWN:.*]] = tine.box %[[S]]#1
// CHECK: tine.spawn @identity(%[[B]])
// CHECK: call @identity(%[[B]])
// CHECK: tine.list_append %arg1, %[[OWN]]
func.func @parts(%x: tensor<8xf32>, %l: !tine.list<tensor<2xf32>>) {
  %e = tensor.empty() : tensor<8xf32>
  %v = linalg.negf ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %w, %b = tine.split %v : tensor<8xf32> -> tensor<2x3xf32>, tensor<2xf32>
  %f = tine.spawn @identity(%b) : (tensor<2xf32>) -> !tine.future<tensor<2xf32>>
  %r = func.call @identity(%b) : (tensor<2xf32>) -> tensor<2xf32>
  tine.list_append %l, %b : !tine.list<tensor<2xf32>>, tensor<2xf32>
  return
}
