// RUN: %tine-opt %s --tine-to-openmp --split-input-file | FileCheck %s

func.func private @body(%b: !tine.box<tensor<2xf32>>, %n: i64) -> (!tine.box<tensor<2xf32>>, i1) {
  %true = arith.constant true
  tine.retain %b : !tine.box<tensor<2xf32>>
  return %b, %true : !tine.box<tensor<2xf32>>, i1
}

// A future of two captures, the first a counted one, and two results.
// CHECK-LABEL: func @spawn(
// CHECK: %[[BODY:.*]] = llvm.mlir.addressof @body_task
// CHECK: %[[F:.*]] = llvm.call @tine_abi_future_new(%[[BODY]],
// CHECK: llvm.store
// CHECK: llvm.store
// CHECK: llvm.call @tine_submit(%[[F]])
func.func @spawn(%b: !tine.box<tensor<2xf32>>, %n: i64) -> !tine.future<!tine.box<tensor<2xf32>>, i1> {
  %f = tine.spawn @body(%b, %n) : (!tine.box<tensor<2xf32>>, i64) -> !tine.future<!tine.box<tensor<2xf32>>, i1>
  return %f : !tine.future<!tine.box<tensor<2xf32>>, i1>
}

// Inline: run before the op ends, through the same wrapper.
// CHECK-LABEL: func @inlined(
// CHECK: %[[F:.*]] = llvm.call @tine_abi_future_new(
// CHECK: llvm.call @tine_abi_future_now(%[[F]])
// CHECK-NOT: tine_submit
func.func @inlined(%b: !tine.box<tensor<2xf32>>, %n: i64) {
  %f = tine.spawn @body(%b, %n) inlined "it prints" : (!tine.box<tensor<2xf32>>, i64) -> !tine.future<!tine.box<tensor<2xf32>>, i1>
  return
}

// Results stay in the future: the counted ones are retained.
// CHECK-LABEL: func @wait(
// CHECK: llvm.call @tine_await(
// CHECK: %[[R:.*]] = llvm.load {{.*}} -> !llvm.ptr
// CHECK: llvm.call @tine_abi_retain(%[[R]])
func.func @wait(%f: !tine.future<!tine.box<tensor<2xf32>>, i1>) -> i1 {
  %b, %c = tine.wait %f : !tine.future<!tine.box<tensor<2xf32>>, i1>
  tine.release %b : !tine.box<tensor<2xf32>>
  return %c : i1
}

// CHECK: llvm.func internal @body_task(%[[F:.*]]: !llvm.ptr)
// CHECK: func.call @body(
// CHECK: llvm.store
// CHECK: llvm.return

// CHECK: llvm.func internal @tine_submit(%[[F:.*]]: !llvm.ptr)
// CHECK-NEXT: %[[TASK:.*]] = llvm.call @tine_abi_future_defer(%[[F]])
// CHECK: llvm.cond_br
// CHECK: omp.task {
// CHECK-NEXT: llvm.call @tine_abi_future_task(%[[F]])

// CHECK: llvm.func internal @tine_await(%[[F:.*]]: !llvm.ptr, %[[W:.*]]: !llvm.ptr)
// CHECK: llvm.call @tine_abi_future_ready(%[[F]])
// CHECK: llvm.call @tine_abi_future_claim(%[[F]])
// CHECK: omp.task if(
// CHECK-NEXT: llvm.call @tine_abi_future_run(%[[F]])
// CHECK: omp.taskyield
// CHECK: llvm.call @tine_abi_future_pause(%[[F]],
// CHECK: llvm.call @tine_abi_future_check(%[[F]], %[[W]])

// -----

!plain = !tine.box<tensor<2xf32>>
!dev1 = !tine.box<tensor<2xf32, #tine.device<cuda : 1>>>

// The device that a future names is gone behind its wait.
module attributes {tine.devices = ["cpu:0", "cuda:1"]} {
  // CHECK-LABEL: func private @part(
  // CHECK: llvm.call @tine_await(
  // CHECK: %[[TAKEN:.*]] = llvm.call @tine_abi_future_take(
  // CHECK: %[[P:.*]] = llvm.inttoptr %[[TAKEN]]
  // CHECK: %[[B:.*]] = builtin.unrealized_conversion_cast %[[P]] : !llvm.ptr to !tine.box<tensor<2xf32>>
  // CHECK: return %[[B]]
  func.func private @part(%f: !tine.future<!dev1>) -> !plain attributes {tine.device = #tine.device<cuda : 1>} {
    %b = tine.wait %f {last} : !tine.future<!dev1> -> !plain
    return %b : !plain
  }
  // CHECK-LABEL: func @queue(
  // CHECK: llvm.call @tine_abi_transfer(
  // CHECK: llvm.call @tine_abi_enqueue(
  func.func @queue(%b: !plain) -> !tine.future<!dev1> {
    %c = tine.transfer #tine.device<cpu : 0> to #tine.device<cuda : 1>, %b : !plain -> !tine.future<!dev1>
    %d = tine.enqueue #tine.device<cuda : 1>, @part(%c) : (!tine.future<!dev1>) -> !tine.future<!dev1>
    return %d : !tine.future<!dev1>
  }
}

// -----

!plain = !tine.box<tensor<2xf32>>
!dev0 = !tine.box<tensor<2xf32, #tine.device<cuda : 0>>>

module attributes {tine.devices = ["cuda:0"], tine.targets = ["cuda"]} {
  func.func private @part(%f: !tine.future<!dev0>) -> !plain attributes {tine.device = #tine.device<cuda : 0>} {
    %b = tine.wait %f {last} : !tine.future<!dev0> -> !plain
    return %b : !plain
  }
  func.func private @part_cuda(%f: !tine.future<!dev0>) -> !plain attributes {tine.device = #tine.device<cuda : 0>, tine.target = "cuda"} {
    %b = tine.wait %f {last} : !tine.future<!dev0> -> !plain
    return %b : !plain
  }

  // The job of two targets is one future: 1 is the place of the target's code.
  // CHECK-LABEL: func @choice(
  // CHECK: tine.retain
  // CHECK: %[[PLACE:.*]] = llvm.zext {{.*}} : i1 to i64
  // CHECK: %[[TABLE:.*]] = llvm.mlir.addressof @part_cuda_tasks
  // CHECK: %[[ENTRY:.*]] = llvm.getelementptr %[[TABLE]][0, %[[PLACE]]]
  // CHECK: %[[BODY:.*]] = llvm.load %[[ENTRY]]
  // CHECK: llvm.call @tine_abi_future_new(%[[BODY]],
  // CHECK-COUNT-1: llvm.call @tine_abi_enqueue(
  // CHECK-NOT: scf.if
  func.func @choice(%b: !tine.future<!dev0>) -> !tine.future<!dev0> {
    %runs = tine.runs_on #tine.device<cuda : 0>, "cuda"
    %r = scf.if %runs -> (!tine.future<!dev0>) {
      tine.retain %b : !tine.future<!dev0>
      %f = tine.enqueue #tine.device<cuda : 0>, @part_cuda(%b) : (!tine.future<!dev0>) -> !tine.future<!dev0>
      scf.yield %f : !tine.future<!dev0>
    } else {
      tine.retain %b : !tine.future<!dev0>
      %f = tine.enqueue #tine.device<cuda : 0>, @part(%b) : (!tine.future<!dev0>) -> !tine.future<!dev0>
      scf.yield %f : !tine.future<!dev0>
    }
    return %r : !tine.future<!dev0>
  }

  // Jobs that take different values stay two.
  // CHECK-LABEL: func @two(
  // CHECK: scf.if
  // CHECK-COUNT-2: llvm.call @tine_abi_enqueue(
  func.func @two(%b: !tine.future<!dev0>, %c: !tine.future<!dev0>) -> !tine.future<!dev0> {
    %runs = tine.runs_on #tine.device<cuda : 0>, "cuda"
    %r = scf.if %runs -> (!tine.future<!dev0>) {
      %f = tine.enqueue #tine.device<cuda : 0>, @part_cuda(%b) : (!tine.future<!dev0>) -> !tine.future<!dev0>
      scf.yield %f : !tine.future<!dev0>
    } else {
      %f = tine.enqueue #tine.device<cuda : 0>, @part(%c) : (!tine.future<!dev0>) -> !tine.future<!dev0>
      scf.yield %f : !tine.future<!dev0>
    }
    return %r : !tine.future<!dev0>
  }

  // CHECK: llvm.mlir.global internal constant @part_cuda_tasks()
  // CHECK: llvm.mlir.addressof @part_task
  // CHECK-NEXT: llvm.insertvalue {{.*}}[0]
  // CHECK-NEXT: llvm.mlir.addressof @part_cuda_task
  // CHECK-NEXT: llvm.insertvalue {{.*}}[1]
}
