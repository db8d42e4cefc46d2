// RUN: %tine-opt %s --make-kernels --canonicalize --cse --split-input-file | FileCheck %s

#id = affine_map<(d0) -> (d0)>
// What goes through its elements in their order has vectors of 16 bytes, where
// all tensors begin on such a boundary and a whole vector is left.
// CHECK-LABEL: func @flat(
// CHECK-SAME: %[[X:.*]]: memref<10xf32>
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C256:.*]] = arith.constant 256 : index
// CHECK: %[[Y:.*]] = memref.alloc()
// CHECK: memref.extract_aligned_pointer_as_index %[[X]]
// CHECK: %[[PX:.*]] = llvm.inttoptr
// CHECK: memref.extract_aligned_pointer_as_index %[[Y]]
// CHECK: %[[PY:.*]] = llvm.inttoptr
// CHECK: gpu.launch_func @kernels::@kernel0 blocks in (%[[C1]], %[[C1]], %[[C1]]) threads in (%[[C256]], %[[C1]], %[[C1]]) args(%[[PX]] : !llvm.ptr<1>, %[[PY]] : !llvm.ptr<1>)
func.func @flat(%x: memref<10xf32>) -> memref<10xf32> attributes {tine.target = "cuda"} {
  %y = memref.alloc() : memref<10xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : memref<10xf32>) outs(%y : memref<10xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = math.tanh %in : f32
    linalg.yield %a : f32
  }
  return %y : memref<10xf32>
}
// Nothing else has a name for what is written.
// CHECK: gpu.module @kernels
// CHECK: gpu.func @kernel0(%[[FROM:.*]]: !llvm.ptr<1> {llvm.noalias, llvm.readonly}, %[[TO:.*]]: !llvm.ptr<1> {llvm.noalias}) kernel attributes {known_block_size = array<i32: 256, 1, 1>}
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[C10:.*]] = arith.constant 10 : index
// CHECK: %[[FIRST:.*]] = arith.muli %{{.*}}, %[[C4]] : index
// CHECK: %[[IN:.*]] = arith.cmpi ult, %[[FIRST]], %[[C10]]
// CHECK: scf.if %[[IN]]
// CHECK: scf.if
// CHECK: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
// CHECK-COUNT-4: math.tanh
// CHECK: llvm.store %{{.*}} {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
// CHECK: } else {
// CHECK: scf.for
// CHECK: llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<1> -> f32
// CHECK: math.tanh

// -----

// A thread for each row, neighbours beside each other in the result; a sum in
// the order of the row, started with what is there.
// CHECK-LABEL: func @rows(
// CHECK-SAME: %[[X:.*]]: memref<?x7xf32>, %[[Y:.*]]: memref<?xf32>
// CHECK: %[[N:.*]] = memref.dim %[[X]]
// CHECK: %[[BLOCKS:.*]] = arith.ceildivui %[[N]]
// CHECK: gpu.launch_func @kernels::@kernel0 blocks in (%[[BLOCKS]],
func.func @rows(%x: memref<?x7xf32>, %y: memref<?xf32>) attributes {tine.target = "cuda"} {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<?x7xf32>) outs(%y : memref<?xf32>) {
  ^bb0(%in: f32, %sum: f32):
    %a = arith.addf %sum, %in : f32
    linalg.yield %a : f32
  }
  return
}
// The result may be another name of the operand.
// CHECK: gpu.func @kernel0(%{{.*}}: i64, %[[TO:.*]]: !llvm.ptr<1>, %[[FROM:.*]]: !llvm.ptr<1> {llvm.readonly})
// CHECK: scf.if
// CHECK: %[[START:.*]] = llvm.load
// CHECK: %[[SUM:.*]] = scf.for %{{.*}} iter_args(%[[ACC:.*]] = %[[START]]) -> (f32)
// CHECK: %[[E:.*]] = llvm.load
// CHECK: arith.addf %[[ACC]], %[[E]]
// CHECK: llvm.store %[[SUM]]

// -----

// Booleans are bytes in memory. A body may read elsewhere, also from a view.
// CHECK-LABEL: func @gather(
func.func @gather(%x: memref<5x3xf32, strided<[6, 2], offset: ?>>, %i: memref<4xi64>, %y: memref<4xi1>) attributes {tine.target = "cuda"} {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%i : memref<4xi64>) outs(%y : memref<4xi1>) {
  ^bb0(%in: i64, %out: i1):
    %zero = arith.constant 0.0 : f32
    %two = arith.constant 2 : index
    %at = arith.index_cast %in : i64 to index
    %e = memref.load %x[%at, %two] : memref<5x3xf32, strided<[6, 2], offset: ?>>
    %c = arith.cmpf ogt, %e, %zero : f32
    linalg.yield %c : i1
  }
  return
}
// CHECK: gpu.func @kernel0(
// CHECK-DAG: %[[C6:.*]] = arith.constant 6 : index
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK: %[[AT:.*]] = arith.index_cast %{{.*}} : i64 to index
// CHECK: %[[ROW:.*]] = arith.muli %[[AT]], %[[C6]]
// CHECK: arith.addi %[[ROW]], %[[C4]]
// CHECK: %[[C:.*]] = arith.cmpf ogt
// CHECK: %[[BYTE:.*]] = arith.extui %[[C]] : i1 to i8
// CHECK: llvm.store %[[BYTE]]

// -----

// A body that looks into a view: sizes and strides come from the host, those
// that it uses.
// CHECK-LABEL: func @view_in_body(
// CHECK-SAME: %[[X:.*]]: memref<?x4xf32>
// CHECK: memref.extract_strided_metadata %[[X]]
// CHECK: %[[ROWS:.*]] = arith.index_cast %{{.*}}#0 : index to i64
// CHECK: gpu.launch_func {{.*}} args(%{{[^ ,]*}} : !llvm.ptr<1>, %{{[^ ,]*}} : i64, %[[ROWS]] : i64, %{{[^ ,]*}} : !llvm.ptr<1>, %{{[^ ,]*}} : !llvm.ptr<1>)
func.func @view_in_body(%x: memref<?x4xf32>, %i: memref<6xi64>, %y: memref<6xf32>) attributes {tine.target = "cuda"} {
  linalg.generic {
      indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> (a)>],
      iterator_types = ["parallel"]}
      ins(%i : memref<6xi64>) outs(%y : memref<6xf32>) {
  ^bb0(%place: i64, %old: f32):
    %c0 = arith.constant 0 : index
    %n = memref.dim %x, %c0 : memref<?x4xf32>
    %p0 = arith.index_cast %place : i64 to index
    %p = arith.remui %p0, %n : index
    %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %x : memref<?x4xf32> -> memref<f32>, index, index, index, index, index
    %at:2 = affine.delinearize_index %p into (%sizes#0, 4) : index, index
    %e = memref.load %x[%at#0, %at#1] : memref<?x4xf32>
    linalg.yield %e : f32
  }
  return
}
// CHECK: gpu.func @kernel0(%{{[^ ,]*}}: !llvm.ptr<1> {llvm.readonly}, %{{[^ ,]*}}: i64, %[[WORD:[^ ,]*]]: i64, %{{[^ ,]*}}: !llvm.ptr<1>
// CHECK-NOT: memref
// CHECK-DAG: %[[SIZE:.*]] = arith.index_cast %[[WORD]]
// CHECK-NOT: memref
// CHECK: affine.delinearize_index %{{.*}} into (%[[SIZE]], 4)
// CHECK: llvm.load
// CHECK-NOT: memref
// CHECK: gpu.return

// -----

// A scan writes at each step.
// CHECK-LABEL: func @scan(
func.func @scan(%x: memref<2x5xf32>, %y: memref<2x5xf32>, %s: memref<2xf32>) attributes {tine.target = "cuda"} {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
                  iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<2x5xf32>) outs(%y, %s : memref<2x5xf32>, memref<2xf32>) {
  ^bb0(%in: f32, %out: f32, %sum: f32):
    %a = arith.addf %sum, %in : f32
    linalg.yield %a, %a : f32, f32
  }
  return
}
// CHECK: gpu.func @kernel0(
// CHECK: %[[ALL:.*]] = scf.for %{{.*}} iter_args(%[[ACC:.*]] =
// CHECK: %[[A:.*]] = arith.addf %[[ACC]],
// CHECK: llvm.store %[[A]]
// CHECK: scf.yield %[[A]]
// CHECK: llvm.store %[[ALL]]

// -----

// A copy of a block of memory is no kernel, any other is.
// CHECK-LABEL: func @copies(
// CHECK: memref.copy %{{.*}} : memref<4x4xf32> to memref<4x4xf32>
// CHECK-NOT: memref.copy
// CHECK: gpu.launch_func @kernels::@kernel0
// CHECK-NOT: memref.copy
func.func @copies(%x: memref<4x4xf32>, %y: memref<4x4xf32>, %z: memref<4x4xf32, strided<[1, 4]>>) attributes {tine.target = "cuda"} {
  memref.copy %x, %y : memref<4x4xf32> to memref<4x4xf32>
  memref.copy %z, %y : memref<4x4xf32, strided<[1, 4]>> to memref<4x4xf32>
  return
}

// -----

// The host's work stays the host's.
// CHECK-LABEL: func @host(
// CHECK: linalg.fill
// CHECK-NOT: gpu.func
func.func @host(%x: memref<4xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%x : memref<4xf32>)
  return
}

// -----

// A block for a long row: lanes of a warp combine what they have by shuffles,
// and its warps once through shared memory.
// CHECK-LABEL: func @long_rows(
// CHECK: gpu.launch_func @kernels::@kernel0 blocks in (%[[N:.*]], %{{.*}}, %{{.*}}) threads in (%c256
// CHECK: gpu.func @kernel0(
// CHECK-SAME: workgroup(%{{.*}} : memref<8xf32, #gpu.address_space<workgroup>>)
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %c256
// CHECK-COUNT-5: gpu.shuffle xor
// CHECK-NOT: gpu.shuffle
// CHECK: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK-COUNT-3: gpu.shuffle xor
// CHECK-NOT: gpu.shuffle
// CHECK-NOT: gpu.barrier
func.func @long_rows(%x: memref<5x1000xf32>, %y: memref<5xf32>) attributes {tine.target = "cuda"} {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<5x1000xf32>) outs(%y : memref<5xf32>) {
  ^bb0(%in: f32, %max: f32):
    %a = arith.maximumf %max, %in : f32
    linalg.yield %a : f32
  }
  return
}

// -----

// A block for 32 columns, 8 threads for each, in 8 warps.
// CHECK-LABEL: func @columns(
// CHECK: gpu.launch_func @kernels::@kernel0
// CHECK: gpu.func @kernel0(
// CHECK-SAME: workgroup(%{{.*}} : memref<256xf32, #gpu.address_space<workgroup>>)
// CHECK: %[[T:.*]] = gpu.thread_id x
// CHECK: arith.remui %[[T]], %{{.*}} : index
// CHECK: arith.divui %[[T]], %{{.*}} : index
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %c8{{[ _]}}
// CHECK-NOT: gpu.shuffle
// CHECK: gpu.barrier
// CHECK-NOT: gpu.barrier
func.func @columns(%x: memref<300x70xf32>, %y: memref<70xf32>) attributes {tine.target = "cuda"} {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<300x70xf32>) outs(%y : memref<70xf32>) {
  ^bb0(%in: f32, %sum: f32):
    %a = arith.addf %sum, %in : f32
    linalg.yield %a : f32
  }
  return
}

// -----

#id = affine_map<(d0) -> (d0)>

// Where only the run knows how many there are, it checks.
// CHECK-LABEL: func private @unknown(
// CHECK: %[[N:.*]] = memref.dim
// CHECK: %[[FITS:.*]] = arith.cmpi ule, %[[N]], %c2147467264
// CHECK: tine.assert %[[FITS]], "RuntimeError", "%i elements are too many for a kernel
// CHECK: gpu.launch_func
func.func private @unknown(%x: memref<?xf32>) attributes {tine.device = #tine.device<cuda : 0>, tine.target = "cuda"} {
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%x : memref<?xf32>) {
  ^bb0(%a: f32):
    %s = arith.negf %a : f32
    linalg.yield %s : f32
  }
  return
}

// -----

#point = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0, 0)>
#column = affine_map<(d0, d1) -> (d1)>

// What goes through the same rows is one kernel, of 64 threads for a row of
// 200. The sum does not come to memory, its buffer is gone; what is freed
// between stays behind the kernel.
// CHECK-LABEL: func @softmax(
// CHECK-SAME: %[[X:[^:]*]]: memref<6x200xf32>
// CHECK-NOT: memref.alloc
// CHECK: gpu.launch_func @kernels::@kernel0 blocks in (%[[N:.*]], %{{.*}}, %{{.*}}) threads in (%c256
// CHECK-NEXT: memref.dealloc %[[X]]
// CHECK-NEXT: return
// CHECK: gpu.func @kernel0(
// CHECK-SAME: workgroup(%{{.*}} : memref<8xf32, #gpu.address_space<workgroup>>)
// CHECK-COUNT-4: llvm.load
// CHECK: gpu.shuffle xor
// CHECK: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK-NOT: llvm.store
// CHECK-COUNT-4: arith.divf
// CHECK-COUNT-4: llvm.store
// CHECK-NOT: llvm.store
// CHECK: gpu.return
func.func @softmax(%x: memref<6x200xf32>, %w: memref<200xf32>, %y: memref<6x200xf32>) attributes {tine.target = "cuda"} {
  %zero = arith.constant 0.0 : f32
  %sum = memref.alloc() : memref<6x1xf32>
  linalg.fill ins(%zero : f32) outs(%sum : memref<6x1xf32>)
  linalg.generic {indexing_maps = [#point, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<6x200xf32>) outs(%sum : memref<6x1xf32>) {
  ^bb0(%in: f32, %before: f32):
    %a = arith.addf %before, %in : f32
    linalg.yield %a : f32
  }
  memref.dealloc %x : memref<6x200xf32>
  linalg.generic {indexing_maps = [#point, #row, #column, #point], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sum, %w : memref<6x200xf32>, memref<6x1xf32>, memref<200xf32>) outs(%y : memref<6x200xf32>) {
  ^bb0(%in: f32, %s: f32, %by: f32, %out: f32):
    %q = arith.divf %in, %s : f32
    %r = arith.mulf %q, %by : f32
    linalg.yield %r : f32
  }
  memref.dealloc %sum : memref<6x1xf32>
  return
}

// -----

#point = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0, 0)>

// Only the run knows how many rows there are. An op that has no buffer of the
// group may have more or fewer.
// CHECK-LABEL: func @some_rows(
// CHECK-SAME: %[[X:[^:]*]]: memref<?x200xf32>
// CHECK: %[[ROWS:.*]] = memref.dim %[[X]], %c0
// CHECK: %[[BLOCKS:.*]] = arith.ceildivui %[[ROWS]], %c4
// CHECK: gpu.launch_func @kernels::@kernel0 blocks in (%[[BLOCKS]], %{{.*}}, %{{.*}}) threads in (%c256
// CHECK: gpu.launch_func @kernels::@kernel1
// CHECK-NOT: gpu.launch_func
// CHECK: gpu.func @kernel0(
// CHECK: arith.cmpi ult
// CHECK: gpu.shuffle xor
// CHECK-COUNT-4: arith.divf
func.func @some_rows(%x: memref<?x200xf32>, %sum: memref<?x1xf32>, %y: memref<?x200xf32>, %z: memref<?x200xf32>) attributes {tine.target = "cuda"} {
  linalg.generic {indexing_maps = [#point, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<?x200xf32>) outs(%sum : memref<?x1xf32>) {
  ^bb0(%in: f32, %before: f32):
    %a = arith.addf %before, %in : f32
    linalg.yield %a : f32
  }
  linalg.generic {indexing_maps = [#point, #row, #point], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sum : memref<?x200xf32>, memref<?x1xf32>) outs(%y : memref<?x200xf32>) {
  ^bb0(%in: f32, %s: f32, %out: f32):
    %q = arith.divf %in, %s : f32
    linalg.yield %q : f32
  }
  linalg.generic {indexing_maps = [#point], iterator_types = ["parallel", "parallel"]} outs(%z : memref<?x200xf32>) {
  ^bb0(%in: f32):
    %q = arith.negf %in : f32
    linalg.yield %q : f32
  }
  return
}

// -----

#point = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#turned = affine_map<(d0, d1) -> (d1, d0)>

// The second op reads other rows than its own of what the first one changes.
// CHECK-LABEL: func @other_rows(
// CHECK-COUNT-2: gpu.launch_func
func.func @other_rows(%x: memref<70x70xf32>, %sum: memref<70xf32>) attributes {tine.target = "cuda"} {
  linalg.generic {indexing_maps = [#point], iterator_types = ["parallel", "parallel"]}
      outs(%x : memref<70x70xf32>) {
  ^bb0(%out: f32):
    %r = arith.negf %out : f32
    linalg.yield %r : f32
  }
  linalg.generic {indexing_maps = [#point, #turned, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %x : memref<70x70xf32>, memref<70x70xf32>) outs(%sum : memref<70xf32>) {
  ^bb0(%in: f32, %there: f32, %before: f32):
    %p = arith.maximumf %in, %there : f32
    %a = arith.addf %before, %p : f32
    linalg.yield %a : f32
  }
  return
}

// -----

#point = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// What the first group needs no buffer for is freed between the ops of the
// second one.
// CHECK-LABEL: func @freed_late(
// CHECK-NOT: memref.alloc
// CHECK: gpu.launch_func @kernels::@kernel0
// CHECK-NOT: memref.{{(de)?}}alloc
// CHECK: gpu.launch_func @kernels::@kernel1
// CHECK-NEXT: return
func.func @freed_late(%x: memref<6x200xf32>, %y: memref<6x200xf32>, %u: memref<8x200xf32>, %v: memref<8x200xf32>) attributes {tine.target = "cuda"} {
  %zero = arith.constant 0.0 : f32
  %sum = memref.alloc() : memref<6xf32>
  linalg.fill ins(%zero : f32) outs(%sum : memref<6xf32>)
  linalg.generic {indexing_maps = [#point, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<6x200xf32>) outs(%sum : memref<6xf32>) {
  ^bb0(%in: f32, %before: f32):
    %a = arith.addf %before, %in : f32
    linalg.yield %a : f32
  }
  linalg.generic {indexing_maps = [#point, #row, #point], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sum : memref<6x200xf32>, memref<6xf32>) outs(%y : memref<6x200xf32>) {
  ^bb0(%in: f32, %s: f32, %out: f32):
    %q = arith.divf %in, %s : f32
    linalg.yield %q : f32
  }
  %most = memref.alloc() : memref<8xf32>
  linalg.fill ins(%zero : f32) outs(%most : memref<8xf32>)
  memref.dealloc %sum : memref<6xf32>
  linalg.generic {indexing_maps = [#point, #row], iterator_types = ["parallel", "reduction"]}
      ins(%u : memref<8x200xf32>) outs(%most : memref<8xf32>) {
  ^bb0(%in: f32, %before: f32):
    %a = arith.maximumf %before, %in : f32
    linalg.yield %a : f32
  }
  linalg.generic {indexing_maps = [#point, #row, #point], iterator_types = ["parallel", "parallel"]}
      ins(%u, %most : memref<8x200xf32>, memref<8xf32>) outs(%v : memref<8x200xf32>) {
  ^bb0(%in: f32, %s: f32, %out: f32):
    %q = arith.divf %in, %s : f32
    linalg.yield %q : f32
  }
  memref.dealloc %most : memref<8xf32>
  return
}

// -----

#id = affine_map<(d0) -> (d0)>

// Two buffers of one box are the same memory.
// CHECK-LABEL: func @buffers_of_a_box(
// CHECK: gpu.func @kernel0(%{{.*}}: !llvm.ptr<1> {llvm.readonly}, %{{.*}}: !llvm.ptr<1>) kernel
func.func @buffers_of_a_box() -> !tine.box<tensor<100xf32>> attributes {tine.target = "cuda"} {
  %box = tine.box_alloc() : <tensor<100xf32>>
  %x = tine.box_buffer %box : !tine.box<tensor<100xf32>> -> memref<100xf32>
  %y = tine.box_buffer %box : !tine.box<tensor<100xf32>> -> memref<100xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : memref<100xf32>) outs(%y : memref<100xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.negf %in : f32
    linalg.yield %r : f32
  }
  return %box : !tine.box<tensor<100xf32>>
}

// -----

#turned = affine_map<(d0, d1) -> (d1, d0)>
#row = affine_map<(d0, d1) -> (d0)>

// A short sum that begins with a constant has no kernel that fills its results before.
// CHECK-LABEL: func @filled_sum(
// CHECK: gpu.launch_func @kernels::@kernel0
// CHECK-NOT: gpu.launch_func
// CHECK: gpu.func @kernel0(
// CHECK: %[[START:.*]] = arith.constant 2.500000e+00 : f32
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[START]])
func.func @filled_sum(%x: memref<5x600xf32>) -> !tine.box<tensor<600xf32>> attributes {tine.target = "cuda"} {
  %start = arith.constant 2.5 : f32
  %box = tine.box_alloc() : <tensor<600xf32>>
  %y = tine.box_buffer %box : !tine.box<tensor<600xf32>> -> memref<600xf32>
  linalg.fill ins(%start : f32) outs(%y : memref<600xf32>)
  linalg.generic {indexing_maps = [#turned, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<5x600xf32>) outs(%y : memref<600xf32>) {
  ^bb0(%in: f32, %sum: f32):
    %a = arith.addf %sum, %in : f32
    linalg.yield %a : f32
  }
  return %box : !tine.box<tensor<600xf32>>
}

// -----

#turned = affine_map<(d0, d1) -> (d1, d0)>
#row = affine_map<(d0, d1) -> (d0)>

// One whose buffer something else writes to in between reads it.
// CHECK-LABEL: func @filled_and_changed(
// CHECK-COUNT-3: gpu.launch_func
func.func @filled_and_changed(%x: memref<5x600xf32>) -> !tine.box<tensor<600xf32>> attributes {tine.target = "cuda"} {
  %start = arith.constant 2.5 : f32
  %other = arith.constant 3.5 : f32
  %box = tine.box_alloc() : <tensor<600xf32>>
  %y = tine.box_buffer %box : !tine.box<tensor<600xf32>> -> memref<600xf32>
  linalg.fill ins(%start : f32) outs(%y : memref<600xf32>)
  %part = memref.subview %y[0] [5] [1] : memref<600xf32> to memref<5xf32, strided<[1]>>
  linalg.fill ins(%other : f32) outs(%part : memref<5xf32, strided<[1]>>)
  linalg.generic {indexing_maps = [#turned, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<5x600xf32>) outs(%y : memref<600xf32>) {
  ^bb0(%in: f32, %sum: f32):
    %a = arith.addf %sum, %in : f32
    linalg.yield %a : f32
  }
  return %box : !tine.box<tensor<600xf32>>
}
