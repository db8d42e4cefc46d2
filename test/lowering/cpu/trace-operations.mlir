// RUN: %tine-opt %s --trace-operations --split-input-file | FileCheck %s
// RUN: %tine-opt %s --trace-operations --split-input-file --mlir-print-debuginfo | FileCheck %s --check-prefix=LOC

#all = affine_map<(i, j) -> (i, j)>

// A product of 64 x 64 x 64: two operations for each, and three matrices.
// CHECK-LABEL: func @product(
// CHECK: %[[T:.*]] = tine.trace_begin
// CHECK-NEXT: cpu.matmul
// CHECK-NEXT: tine.trace_end %[[T]] "matmul" shapes "f32[256,64], f32[64,64] -> f32[256,64]" flops 2097152 bytes 147456
func.func @product(%a: memref<256x64xf32>, %b: memref<64x64xf32>, %c: memref<256x64xf32>) {
  cpu.matmul %a, %b into %c : memref<256x64xf32>, memref<64x64xf32> into memref<256x64xf32>
  return
}

// What takes no microsecond has no span.
// CHECK-LABEL: func @short(
// CHECK-NOT: tine.trace
func.func @short(%a: memref<4x4xf32>) {
  %c = arith.constant 0.0 : f32
  linalg.fill ins(%c : f32) outs(%a : memref<4x4xf32>)
  return
}

// Fused operations are named by their locations; the run knows the sizes.
// CHECK-LABEL: func @fused(
// CHECK: %[[T:.*]] = tine.trace_begin
// CHECK-NEXT: linalg.generic
// CHECK: %[[M:.*]] = memref.dim %arg0, %{{.*}}
// CHECK: tine.trace_end %[[T]] "mul+exp" shapes "f32[?,8] -> f32[?,8]" flops -1 bytes -1(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}})
func.func @fused(%a: memref<?x8xf32>, %b: memref<?x8xf32>) {
  linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<?x8xf32>) outs(%b : memref<?x8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = arith.mulf %x, %x : f32 loc(fused<"mul">["m.py":3:5])
    %z = math.exp %y : f32 loc(fused<"exp">["m.py":4:5])
    linalg.yield %z : f32
  }
  return
}

// A loop of short nests is one span; one with long ones has them inside.
// CHECK-LABEL: func @loops(
// CHECK: tine.trace_begin
// CHECK-NEXT: scf.for
// CHECK-NEXT: linalg.fill
// CHECK: tine.trace_end %{{.*}} "fill" shapes "10000 x -> f32[4,4]" flops 0 bytes 640000
// CHECK-NOT: tine.trace
// CHECK: scf.for
// CHECK-NEXT: tine.trace_begin
// CHECK-NEXT: cpu.matmul
// CHECK-NEXT: tine.trace_end
func.func @loops(%a: memref<4x4xf32>, %b: memref<256x256xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 10000 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    linalg.fill ins(%zero : f32) outs(%a : memref<4x4xf32>)
  }
  scf.for %i = %c0 to %n step %c1 {
    cpu.matmul %b, %b into %b : memref<256x256xf32>, memref<256x256xf32> into memref<256x256xf32>
  }
  return
}

// -----

// A function that is a nest has spans around its calls, and its name for the
// parts of its threads.
// CHECK-LABEL: func private @nest(
// CHECK-SAME: tine.traced = "matmul"
// CHECK-NOT: tine.trace_begin
// CHECK-LABEL: func @calls(
// CHECK-COUNT-2: tine.trace_end %{{.*}} "matmul" shapes "f32[?,256], f32[256,256] -> f32[?,256]"
func.func private @nest(%a: memref<?x256xf32>, %b: memref<256x256xf32>) {
  cpu.matmul %a, %b into %a : memref<?x256xf32>, memref<256x256xf32> into memref<?x256xf32>
  return
}
func.func @calls(%a: memref<?x256xf32>, %b: memref<256x256xf32>) {
  call @nest(%a, %b) : (memref<?x256xf32>, memref<256x256xf32>) -> ()
  call @nest(%a, %b) : (memref<?x256xf32>, memref<256x256xf32>) -> ()
  return
}

// -----

// A loop of the program with short nests has one span, too, though there is
// more in it; tasks have their own.
// CHECK-LABEL: func @program(
// CHECK: tine.trace_begin
// CHECK-NEXT: scf.for
// CHECK-NOT: tine.trace
// CHECK: tine.trace_end %{{.*}} "loop of fill" shapes "10000 x -> f32[4,4]"
// CHECK-NOT: tine.trace
// CHECK: return
func.func private @task() -> f32 {
  %zero = arith.constant 0.0 : f32
  return %zero : f32
}
func.func @program(%a: memref<4x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 10000 : index
  %zero = arith.constant 0.0 : f32
  %m = tine.string "step"
  scf.for %i = %c0 to %n step %c1 {
    linalg.fill ins(%zero : f32) outs(%a : memref<4x4xf32>)
    tine.print %m
  }
  scf.for %i = %c0 to %n step %c1 {
    linalg.fill ins(%zero : f32) outs(%a : memref<4x4xf32>)
    %f = tine.spawn @task() : () -> !tine.future<f32>
    %x = tine.wait %f : !tine.future<f32>
  }
  return
}

// -----

// Spans in a loop that several modules share are of what holds these.
// LOC-LABEL: func private @steps(
// LOC: tine.trace_end {{.*}} loc(#[[SHARED:.*]])
// LOC: #[[SHARED]] = loc(fused<{module = "net"}>[
func.func private @steps(%b: memref<256x256xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 10000 : index
  scf.for %i = %c0 to %n step %c1 {
    cpu.matmul %b, %b into %b : memref<256x256xf32>, memref<256x256xf32> into memref<256x256xf32> loc(fused<{module = "net.left"}>["m.py":3:5])
  }
  return
}
func.func @modules(%b: memref<256x256xf32>) {
  call @steps(%b) : (memref<256x256xf32>) -> () loc(fused<{module = "net.left"}>["m.py":7:5])
  call @steps(%b) : (memref<256x256xf32>) -> () loc(fused<{module = "net.lefter"}>["m.py":8:5])
  return
}
