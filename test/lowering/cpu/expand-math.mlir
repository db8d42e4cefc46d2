// RUN: %tine-opt %s --expand-math=vector-bits=256 | FileCheck %s
// RUN: %tine-opt %s --expand-math=vector-bits=128 | FileCheck %s --check-prefix=NARROW

// CHECK-DAG: func.func private @log1p(f64) -> f64
// CHECK-DAG: memref.global "private" constant @tine.quarter_turns : memref<105x2xf64>
// CHECK-LABEL: func @single(
// CHECK-NOT: math.exp
// CHECK: math.fma
// CHECK-NOT: math.{{tanh|log|erf|exp}}
// NARROW-LABEL: func @single(
// NARROW-NOT: math.fma
func.func @single(%x: f32) -> (f32, f32, f32, f32, f32) {
  %a = math.exp %x : f32
  %b = math.tanh %x : f32
  %c = math.log %x : f32
  %d = math.erf %x : f32
  %e = math.log1p %x : f32
  return %a, %b, %c, %d, %e : f32, f32, f32, f32, f32
}

// CHECK-LABEL: func @double(
// CHECK: math.exp
// CHECK: call @log1p
func.func @double(%x: f64) -> (f64, f64) {
  %a = math.exp %x : f64
  %b = math.log1p %x : f64
  return %a, %b : f64, f64
}

// The table is read by arithmetic alone: no branch, no call.
// CHECK-LABEL: func @angles(
// CHECK-NOT: {{math.sin|math.cos|call}}
// CHECK: memref.load
// CHECK: arith.mulf {{.*}} : f64
// CHECK: math.sin %{{.*}} : f64
func.func @angles(%x: f32, %y: f64) -> (f32, f32, f64) {
  %a = math.sin %x : f32
  %b = math.cos %x : f32
  %c = math.sin %y : f64
  return %a, %b, %c : f32, f32, f64
}
