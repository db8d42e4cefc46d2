// RUN: %tine-opt %s --expand-narrow-floats | FileCheck %s
// RUN: %tine-opt %s --expand-narrow-floats='has-half=false' | FileCheck %s --check-prefix=BITS

// CHECK-LABEL: @from_bf16
// CHECK: arith.bitcast %arg0 : bf16 to i16
// CHECK: arith.shli
// CHECK: %[[F:.*]] = arith.bitcast {{.*}} : i32 to f32
// CHECK: arith.extf %[[F]] : f32 to f64
func.func @from_bf16(%x: bf16) -> f64 {
  %y = arith.extf %x : bf16 to f64
  return %y : f64
}

// To the nearest, halves to even; a NaN is one.
// CHECK-LABEL: @to_bf16
// CHECK-DAG: arith.constant 32767 : i32
// CHECK-DAG: arith.constant 32704 : i32
// CHECK-DAG: arith.cmpf uno
// CHECK: arith.select
// CHECK-NOT: arith.truncf
func.func @to_bf16(%x: f32) -> bf16 {
  %y = arith.truncf %x : f32 to bf16
  return %y : bf16
}

// By way of f32.
// CHECK-LABEL: @to_half
// CHECK: arith.truncf %arg0 : f64 to f32
// CHECK: arith.truncf {{.*}} : f32 to f16
// BITS-LABEL: @to_half
// BITS: arith.truncf %arg0 : f64 to f32
// BITS-NOT: arith.truncf
// BITS: arith.bitcast {{.*}} : i16 to f16
func.func @to_half(%x: f64) -> f16 {
  %y = arith.truncf %x : f64 to f16
  return %y : f16
}

// CHECK-LABEL: @integers
// CHECK: arith.sitofp %arg0 : i32 to f32
// CHECK: arith.fptosi {{.*}} : f32 to i32
func.func @integers(%x: i32, %y: bf16) -> (bf16, i32) {
  %z = arith.sitofp %x : i32 to bf16
  %w = arith.fptosi %y : bf16 to i32
  return %z, %w : bf16, i32
}

// CHECK-LABEL: @from_half
// CHECK: arith.extf %arg0 : f16 to f32
// BITS-LABEL: @from_half
// BITS-NOT: arith.extf
// BITS: arith.bitcast {{.*}} : i32 to f32
func.func @from_half(%x: f16) -> f32 {
  %y = arith.extf %x : f16 to f32
  return %y : f32
}
