// RUN: %tine-opt %s --carry-boxes | FileCheck %s

func.func private @step(!tine.box<tensor<2xf32>>) -> !tine.box<tensor<2xf32>>

// What comes out of a box and goes into one is carried as a box.
// CHECK-LABEL: func @loop(
// CHECK-SAME: %[[X:.*]]: !tine.box<tensor<2xf32>>
// CHECK: %[[R:.*]] = scf.for {{.*}} iter_args(%[[A:.*]] = %[[X]]) -> (!tine.box<tensor<2xf32>>)
// CHECK-NEXT: %[[Y:.*]] = func.call @step(%[[A]])
// CHECK-NEXT: scf.yield %[[Y]]
// CHECK: return %[[R]]
func.func @loop(%x: !tine.box<tensor<2xf32>>, %n: index) -> !tine.box<tensor<2xf32>> {
  %t = tine.unbox %x : !tine.box<tensor<2xf32>>
  %r = scf.for %i = %n to %n step %n iter_args(%a = %t) -> tensor<2xf32> {
    %b = tine.box %a : !tine.box<tensor<2xf32>>
    %y = func.call @step(%b) : (!tine.box<tensor<2xf32>>) -> !tine.box<tensor<2xf32>>
    %u = tine.unbox %y : !tine.box<tensor<2xf32>>
    scf.yield %u : tensor<2xf32>
  }
  %b = tine.box %r : !tine.box<tensor<2xf32>>
  return %b : !tine.box<tensor<2xf32>>
}

// What is updated in place stays a tensor and starts with a copy.
// CHECK-LABEL: func @in_place(
// CHECK: %[[T:.*]] = tine.unbox %arg0
// CHECK: %[[C:.*]] = bufferization.alloc_tensor() copy(%[[T]])
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[C]]) -> (tensor<2xf32>)
func.func @in_place(%x: !tine.box<tensor<2xf32>>, %n: index, %v: f32) {
  %t = tine.unbox %x : !tine.box<tensor<2xf32>>
  %r = scf.for %i = %n to %n step %n iter_args(%a = %t) -> tensor<2xf32> {
    %y = tensor.insert %v into %a[%i] : tensor<2xf32>
    scf.yield %y : tensor<2xf32>
  }
  tine.keep %r : tensor<2xf32>
  return
}

// A branch that yields a view of a box: both yield boxes.
// CHECK-LABEL: func @branch(
// CHECK: %[[R:.*]] = scf.if {{.*}} -> (!tine.box<tensor<1xf32>>)
// CHECK: %[[S:.*]] = tensor.extract_slice
// CHECK: %[[B:.*]] = tine.box %[[S]]
// CHECK: scf.yield %[[B]]
// CHECK: else
// CHECK: %[[F:.*]] = linalg.fill
// CHECK: %[[C:.*]] = tine.box %[[F]]
// CHECK: scf.yield %[[C]]
// CHECK: tine.unbox %[[R]]
func.func @branch(%x: !tine.box<tensor<2xf32>>, %c: i1, %v: f32) {
  %t = tine.unbox %x : !tine.box<tensor<2xf32>>
  %r = scf.if %c -> tensor<1xf32> {
    %s = tensor.extract_slice %t[1][1][1] : tensor<2xf32> to tensor<1xf32>
    scf.yield %s : tensor<1xf32>
  } else {
    %e = tensor.empty() : tensor<1xf32>
    %f = linalg.fill ins(%v : f32) outs(%e : tensor<1xf32>) -> tensor<1xf32>
    scf.yield %f : tensor<1xf32>
  }
  tine.keep %r : tensor<1xf32>
  return
}

// Both sides of a while loop.
// CHECK-LABEL: func @while(
// CHECK: scf.while (%[[A:.*]] = %arg0) : (!tine.box<tensor<2xf32>>) -> !tine.box<tensor<2xf32>>
// CHECK: scf.condition(%arg1) %[[A]]
// CHECK: %[[Y:.*]] = func.call @step
// CHECK: scf.yield %[[Y]]
func.func @while(%x: !tine.box<tensor<2xf32>>, %c: i1) {
  %t = tine.unbox %x : !tine.box<tensor<2xf32>>
  %r = scf.while (%a = %t) : (tensor<2xf32>) -> tensor<2xf32> {
    scf.condition(%c) %a : tensor<2xf32>
  } do {
  ^bb0(%a: tensor<2xf32>):
    %b = tine.box %a : !tine.box<tensor<2xf32>>
    %y = func.call @step(%b) : (!tine.box<tensor<2xf32>>) -> !tine.box<tensor<2xf32>>
    %u = tine.unbox %y : !tine.box<tensor<2xf32>>
    scf.yield %u : tensor<2xf32>
  }
  return
}

// CHECK-LABEL: func @poison(
// CHECK: %[[C0:.*]] = arith.constant 0 : index
// CHECK: tensor.empty(%[[C0]]) : tensor<?x2xf32>
func.func @poison() {
  %p = ub.poison : tensor<?x2xf32>
  tine.keep %p : tensor<?x2xf32>
  return
}
