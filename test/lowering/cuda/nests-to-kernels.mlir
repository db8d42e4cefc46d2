// RUN: %tine-opt %s --nests-to-kernels | FileCheck %s
// RUN: %tine-opt %s --nests-to-kernels=report 2>&1 | FileCheck %s --check-prefix=REPORT
// REPORT: nests-to-kernels.mlir:[[#]]:8: remark: this runs on one thread of the GPU, one element after the other

// A loop whose iterations meet is a kernel of one thread; what it
// gives comes through memory.
// CHECK-LABEL: func @count(
// CHECK: %[[RESULT:.*]] = memref.alloc() : memref<1xi64>
// CHECK-NOT: scf.for
// CHECK: gpu.launch_func @kernels::@nest0 blocks in
// CHECK: %[[N:.*]] = memref.load %[[RESULT]]
// CHECK: memref.dealloc %[[RESULT]]
// CHECK: %[[R:.*]] = arith.index_cast %[[N]]
// CHECK: return %[[R]]
func.func @count(%x: memref<?xi1>, %n: index) -> index attributes {tine.target = "cuda"} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r = scf.for %i = %zero to %n step %one iter_args(%c = %zero) -> index {
    %b = memref.load %x[%i] : memref<?xi1>
    %next = scf.if %b -> index {
      %d = arith.addi %c, %one : index
      scf.yield %d : index
    } else {
      scf.yield %c : index
    }
    scf.yield %next : index
  }
  return %r : index
}

// Places in what a view is a view of are arithmetic, with sizes of the host.
// CHECK-LABEL: func @fold(
// CHECK-NOT: scf.for
// CHECK: memref.extract_strided_metadata
// CHECK-NOT: scf.for
// CHECK: gpu.launch_func @kernels::@nest1
func.func @fold(%x: memref<?x4xf32>, %n: index, %y: memref<?xf32>) attributes {tine.target = "cuda"} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %n step %one {
    %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %x : memref<?x4xf32> -> memref<f32>, index, index, index, index, index
    %at:2 = affine.delinearize_index %i into (%sizes#0, 4) : index, index
    %e = memref.load %x[%at#0, %at#1] : memref<?x4xf32>
    memref.store %e, %y[%i] : memref<?xf32>
  }
  return
}

// One that issues other work stays, with what is in it.
// CHECK-LABEL: func @steps(
// CHECK: scf.for
// CHECK-NEXT: func.call @step
// CHECK-NEXT: %[[I:.*]] = memref.load
// CHECK-NEXT: memref.store
func.func private @step()
func.func @steps(%x: memref<3xf32>) attributes {tine.target = "cuda"} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  scf.for %i = %zero to %three step %one {
    func.call @step() : () -> ()
    %e = memref.load %x[%zero] : memref<3xf32>
    memref.store %e, %x[%i] : memref<3xf32>
  }
  return
}

// Rows are added where an index says. Columns do not meet: each has a thread,
// which goes through the places in their order.
// CHECK-LABEL: func @scatter(
// CHECK: gpu.launch_func @kernels::@nest2 blocks in {{.*}} threads in (%c256
// CHECK-NOT: scf.for
// CHECK: return
func.func @scatter(%at: memref<12xindex>, %from: memref<12x5xf32>, %to: memref<7x5xf32>) attributes {tine.target = "cuda"} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %five = arith.constant 5 : index
  %twelve = arith.constant 12 : index
  scf.for %i = %zero to %twelve step %one {
    %row = memref.load %at[%i] : memref<12xindex>
    scf.for %j = %zero to %five step %one {
      %x = memref.load %from[%i, %j] : memref<12x5xf32>
      %y = memref.load %to[%row, %j] : memref<7x5xf32>
      %z = arith.addf %y, %x : f32
      memref.store %z, %to[%row, %j] : memref<7x5xf32>
    }
  }
  return
}

// What one iteration writes another one reads: one thread.
// CHECK-LABEL: func @neighbours(
// CHECK: gpu.launch_func @kernels::@nest3 blocks in {{.*}} threads in (%c1{{[_,]}}
func.func @neighbours(%x: memref<9xf32>) attributes {tine.target = "cuda"} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %eight = arith.constant 8 : index
  scf.for %i = %zero to %eight step %one {
    %next = arith.addi %i, %one : index
    %y = memref.load %x[%i] : memref<9xf32>
    memref.store %y, %x[%next] : memref<9xf32>
  }
  return
}

// Two views of one box are one buffer, whose elements have several indices.
// CHECK-LABEL: func @views(
// CHECK: gpu.launch_func @kernels::@nest4 blocks in {{.*}} threads in (%c1{{[_,]}}
func.func @views(%box: !tine.box<tensor<3x3xf32>>) attributes {tine.target = "cuda"} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %x = tine.box_buffer %box : <tensor<3x3xf32>> -> memref<3x3xf32>
  %same = tine.box_buffer %box : <tensor<3x3xf32>> -> memref<3x3xf32>
  %flat = memref.collapse_shape %same [[0, 1]] : memref<3x3xf32> into memref<9xf32>
  scf.for %i = %zero to %three step %one {
    %y = memref.load %flat[%i] : memref<9xf32>
    memref.store %y, %x[%i, %zero] : memref<3x3xf32>
  }
  return
}

// Whoever made the loop knew that its iterations do not meet.
// CHECK-LABEL: func @apart(
// CHECK: %[[BLOCKS:.*]] = arith.ceildivui
// CHECK: gpu.launch_func @kernels::@nest{{[0-9]+}} blocks in (%[[BLOCKS]],
func.func @apart(%x: memref<?xindex>, %n: index, %y: memref<?xf32>, %v: f32) attributes {tine.target = "cuda"} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %n step %one {
    %place = memref.load %x[%i] : memref<?xindex>
    memref.store %v, %y[%place] : memref<?xf32>
  } {tine.apart}
  return
}

// CHECK: gpu.func @nest0(
// CHECK-SAME: known_block_size = array<i32: 1, 1, 1>
// CHECK: %[[C:.*]] = scf.for
// CHECK: scf.if
// CHECK: %[[WORD:.*]] = arith.index_cast %[[C]] : index to i64
// CHECK: llvm.store %[[WORD]]

// CHECK: gpu.func @nest2(
// CHECK-SAME: known_block_size = array<i32: 256, 1, 1>
// CHECK: %[[IN:.*]] = arith.cmpi ult, %{{.*}}, %{{.*}} : index
// CHECK: scf.if %[[IN]]
// CHECK-COUNT-1: scf.for
// CHECK-NOT: scf.for
// CHECK: llvm.store
// CHECK: gpu.return
