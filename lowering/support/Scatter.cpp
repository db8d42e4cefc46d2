//===- Scatter.cpp - What lowerings of scatter share ----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowering/support/Scatter.h"
#include "dialects/nn/ArithmeticOps.h"
#include "dialects/nn/ElementwiseOps.h"
#include "dialects/nn/IndexingOps.h"
#include "lowering/support/Indices.h"
#include "lowering/support/ScalarRules.h"
#include "lowering/support/Sizes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace tine {
/// What takes the old and the new element into one, or null.
static const ScalarRule *combiner(nn::Scatter how) {
  switch (how) {
  case nn::Scatter::write:
    return nullptr;
  case nn::Scatter::add:
    return &scalarRule<nn::AddOp>();
  case nn::Scatter::multiply:
    return &scalarRule<nn::MulOp>();
  case nn::Scatter::maximum:
    return &scalarRule<nn::MaximumOp>();
  case nn::Scatter::minimum:
    return &scalarRule<nn::MinimumOp>();
  }
  return nullptr;
}

Value combineScattered(ImplicitLocOpBuilder &b, nn::Scatter how, Value old,
                       Value x) {
  const ScalarRule *rule = combiner(how);
  if (!rule)
    return x;
  Type type = x.getType();
  ScalarCase scalar{b, {old, x}, type, type};
  return rule->forType(type)(scalar);
}

void checkScatter(ImplicitLocOpBuilder &b, nn::ScatterOp op) {
  raiseUnlessSame(b, sizeOf(b, op.getPlaces(), 0), sizeOf(b, op.getValues(), 0),
                  "RuntimeError",
                  "scatter: expected as many values as places, but got %i "
                  "places and %i values");
  raiseUnlessSame(b, sizeOf(b, op.getInput(), 1), sizeOf(b, op.getValues(), 1),
                  "RuntimeError",
                  "scatter: expected values of size %i but got size %i");
  Value rows = sizeValue(b, op.getInput(), 0);
  Type i64 = b.getI64Type();
  Value none = arith::ConstantIntOp::create(b, i64, 0);
  raiseIfOutside(b, op.getPlaces(), none,
                 arith::IndexCastOp::create(b, i64, rows), "IndexError",
                 "index %i is out of bounds for dimension 0 with size %i",
                 rows);
}

} // namespace tine
