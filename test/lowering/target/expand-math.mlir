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

// Vectors, which attention has. Of what is not positive there is one factor.
// CHECK-LABEL: func @exp_of_vector(
// CHECK-NOT: math.exp
// CHECK: arith.bitcast %{{.*}} : vector<8xi32> to vector<8xf32>
// CHECK: return
func.func @exp_of_vector(%x: vector<8xf32>) -> vector<8xf32> {
  %y = math.exp %x : vector<8xf32>
  return %y : vector<8xf32>
}

// CHECK-LABEL: func @exp_of_not_positive(
// CHECK-COUNT-1: arith.shli
// CHECK-NOT: arith.shli
// CHECK: return
func.func @exp_of_not_positive(%x: f32) -> f32 {
  %y = math.exp %x {tine.not_positive} : f32
  return %y : f32
}

// Beside 1 no power of the argument itself is needed.
// CHECK-LABEL: func @one_plus_erf(
// CHECK-COUNT-14: math.fma
// CHECK-NOT: math.fma
// CHECK: math.copysign
func.func @one_plus_erf(%x: f32) -> f32 {
  %one = arith.constant 1.0 : f32
  %a = math.erf %x : f32
  %b = arith.addf %one, %a : f32
  return %b : f32
}

// CHECK-LABEL: func @double(
// CHECK: math.exp
// CHECK: call @log1p
func.func @double(%x: f64) -> (f64, f64) {
  %a = math.exp %x : f64
  %b = math.log1p %x : f64
  return %a, %b : f64, f64
}

// Calls that LLVM's vectoriser knows variants of.
// CHECK-LABEL: func @angles(
// CHECK: call @tine_sin(
// CHECK: call @tine_cos(
// CHECK: math.sin %{{.*}} : f64
func.func @angles(%x: f32, %y: f64) -> (f32, f32, f64) {
  %a = math.sin %x : f32
  %b = math.cos %x : f32
  %c = math.sin %y : f64
  return %a, %b, %c : f32, f32, f64
}

// CHECK-LABEL: func @power(
// CHECK-NOT: math.powf
// CHECK: arith.divf {{.*}} : f64
// CHECK: math.powf %{{.*}}, %{{.*}} : f64
func.func @power(%x: f32, %y: f64) -> (f32, f64) {
  %a = math.powf %x, %x : f32
  %b = math.powf %y, %y : f64
  return %a, %b : f32, f64
}

// CHECK-LABEL: func @by_reciprocal(
// CHECK-SAME: %[[X:.*]]: f32, %[[Y:.*]]: f32
// CHECK: %[[R:.*]] = arith.divf %{{.*}}, %[[Y]] : f32
// CHECK: %[[Q:.*]] = arith.mulf %[[X]], %[[R]] : f32
// CHECK: %[[REST:.*]] = math.fma %{{.*}}, %[[Y]], %[[X]] : f32
// CHECK: math.fma %[[REST]], %[[R]], %[[Q]] : f32
// Without fma the remainder would be rounded.
// NARROW-LABEL: func @by_reciprocal(
// NARROW: arith.divf %{{.*}}, %{{.*}} : f32
// NARROW-NEXT: return
func.func @by_reciprocal(%x: f32, %y: f32) -> f32 {
  %q = arith.divf %x, %y fastmath<arcp> : f32
  return %q : f32
}

// A variant looks at the table if one of its numbers is large.
// CHECK-LABEL: func.func private @tine_sin_plain(
// CHECK: memref.load
// CHECK-LABEL: func.func private @tine_sin(
// CHECK-SAME: "_ZGV_LLVM_N8v_tine_sin(tine_sin_v8),_ZGV_LLVM_N4v_tine_sin(tine_sin_v4)"
// CHECK-LABEL: func.func private @tine_sin_v8(
// CHECK: vector.reduction <or>
// CHECK: call @tine_sin_plain(
// CHECK: } else {
// CHECK-NOT: memref.load
// CHECK: return
