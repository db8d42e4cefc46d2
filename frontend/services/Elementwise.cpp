//===- Elementwise.cpp - Promotion, broadcasting, elementwise ops ---------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which type and shape several operands have together.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/Functions.h"
#include "frontend/services/Arithmetic.h"
#include "frontend/services/GradFlags.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/TensorBuilder.h"
#include "frontend/services/TorchFunctions.h"
#include "frontend/services/TypeLattice.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// Of one category: bools, integers (uint8 is no part of the signed ones),
/// floats (neither half float holds the other).
static int order(mlir::Type type) {
  return type.isInteger(1)    ? 0
         : type.isInteger(8)  ? 1
         : type.isInteger(16) ? 2
         : type.isInteger(32) ? 3
         : type.isInteger(64) ? 4
         : type.isF16()       ? 5
         : type.isBF16()      ? 5
         : type.isF32()       ? 6
                              : 7;
}

mlir::Type promoteTypes(mlir::Type a, mlir::Type b) {
  if (!a)
    return b;
  if (!b)
    return a;
  if (a != b && order(a) == order(b))
    return a.isInteger(8) ? mlir::Type(IntegerType::get(a.getContext(), 16))
                          : mlir::Type(Float32Type::get(a.getContext()));
  return order(a) >= order(b) ? a : b;
}

mlir::Type TensorBuilder::promote(ArrayRef<Value> operands) {
  // Tensors with dimensions decide, unless a lower class has a higher category.
  mlir::Type dimensioned, zeroDim, number;
  bool hasFloat = false; // among the numbers
  for (const Value &v : operands) {
    if (v.is(Kind::Tensor)) {
      mlir::Type &target = rank(v) ? dimensioned : zeroDim;
      target = promoteTypes(target, tensorType(v).getElementType());
    } else if (v.is(Kind::Float)) {
      hasFloat = true;
    } else if (v.is(Kind::Int)) {
      number = promoteTypes(number, b.getI64Type());
    } else {
      number = promoteTypes(number, b.getI1Type());
    }
  }
  if (hasFloat && !isa_and_nonnull<FloatType>(dimensioned) &&
      !isa_and_nonnull<FloatType>(zeroDim))
    number = numbers.defaultFloat();
  auto combine = [](mlir::Type higher, mlir::Type lower) -> mlir::Type {
    if (!higher)
      return lower;
    if (!lower || isa<FloatType>(higher))
      return higher;
    if (higher.isInteger(1) || isa<FloatType>(lower))
      return promoteTypes(higher, lower);
    return higher;
  };
  return combine(dimensioned, combine(zeroDim, number));
}

bool TensorBuilder::broadcastShape(ArrayRef<RankedTensorType> types,
                                   SmallVectorImpl<int64_t> &shape,
                                   ast::Range range) {
  int64_t maxRank = 0;
  for (RankedTensorType type : types)
    maxRank = std::max(maxRank, type.getRank());
  shape.assign(maxRank, 1);
  for (RankedTensorType type : types)
    for (int64_t i = 0; i < type.getRank(); ++i) {
      int64_t &have = shape[maxRank - type.getRank() + i];
      int64_t own = type.getDimSize(i);
      if (own == 1 || own == have)
        continue;
      if (have == 1) {
        have = own;
      } else if (ShapedType::isDynamic(have)) {
        have = own;
      } else if (!ShapedType::isDynamic(own)) {
        fault("RuntimeError", range,
              "The size of tensor a (" + Twine(have) +
                  ") must match the size of tensor b (" + Twine(own) +
                  ") at non-singleton dimension " +
                  Twine(maxRank - type.getRank() + i) +
                  ": these shapes cannot be broadcast");
        return false;
      }
    }
  return true;
}

bool TensorBuilder::sameDevice(ArrayRef<Value> tensors, ast::Range range,
                               Attribute &device) {
  bool first = true;
  for (const Value &v : tensors) {
    if (!v.is(Kind::Tensor))
      continue;
    Attribute own = tensorType(v).getEncoding();
    if (first) {
      device = own;
      first = false;
      continue;
    }
    if (own == device)
      continue;
    error(range, "expected all tensors to be on the same device, but found at "
                 "least two devices, " +
                     Twine(deviceName(device)) + " and " + deviceName(own) +
                     "; move one with .to('" + deviceName(device) + "')");
    return false;
  }
  return true;
}

Value notDefined(Context &e, StringRef function, mlir::Type element,
                 ast::Range range) {
  return e.fault("RuntimeError", range,
                 "'" + function + "' is not defined for " +
                     (isa<FloatType>(element) ? "floating-point"
                      : element.isInteger(1)  ? "bool"
                                              : "integer") +
                     " tensors");
}

/// Of half floats, numbers keep the precision of float32 in these.
static bool keepsNumbers(StringRef op) {
  return op == "nn.mul" || op == "nn.div" || op == "nn.floor_divide" ||
         op == "nn.trunc_divide" || op == "nn.fma";
}

Value TensorBuilder::elementwise(StringRef opName, ArrayRef<Value> operands,
                                 ast::Range range, StringRef gradFn,
                                 mlir::Type computeType) {
  mlir::Type compute = computeType ? computeType : promote(operands);
  bool isHalf = compute && (compute.isF16() || compute.isBF16());
  // A single number of another dtype is one, too.
  bool keeps = isHalf && keepsNumbers(opName);
  if (keeps && llvm::any_of(operands, [&](const Value &v) {
        return v.is(Kind::Tensor) && rank(v) == 0 &&
               isa<FloatType>(tensorType(v).getElementType()) &&
               tensorType(v).getElementType() != compute;
      })) {
    Value wide = elementwise(opName, operands, range, gradFn, b.getF32Type());
    return stopped() ? Value()
                     : keepLayout(newTensor(castTensor(read(wide), compute),
                                            grads.gradOf({wide}), gradFn),
                                  {wide});
  }
  const nn::Function &function = *nn::findFunction(opName);
  if (compute && !function.takes(compute))
    return notDefined(*this, nameOfElementwise(opName), compute, range);
  // A single number of the host goes to where the others are.
  auto isHostNumber = [&](const Value &v) {
    return v.is(Kind::Tensor) && rank(v) == 0 && !tensorType(v).getEncoding();
  };
  SmallVector<Value> placed;
  llvm::copy_if(operands, std::back_inserter(placed),
                [&](const Value &v) { return !isHostNumber(v); });
  Attribute device;
  if (!sameDevice(placed, range, device))
    return {};
  SmallVector<mlir::Value> values;
  SmallVector<RankedTensorType> operandTypes;
  bool isWhere = opName == "nn.where";
  for (auto [i, v] : llvm::enumerate(operands)) {
    if (v.is(Kind::Tensor)) {
      mlir::Value t = read(v);
      if (device && isHostNumber(v))
        t = ToOp::create(b, loc(range), tensorType(v).cloneWithEncoding(device),
                         t);
      t = castTensor(t,
                     isWhere && i == 0 ? mlir::Type(b.getI1Type()) : compute);
      operandTypes.push_back(cast<RankedTensorType>(t.getType()));
      values.push_back(t);
      continue;
    }
    if (!v.isNumber())
      return error(range, "expected a tensor or a number but found '" +
                              toString(types.typeOf(v)) + "'");
    if (function.chooses && !numbers.isHeldBy(compute, v, range))
      return {};
    Value number = v;
    if (isHalf && !keeps)
      number = roundTo(*this, compute, numbers.toFloat(v, range), range);
    // What is chosen is a number; what is computed with may wrap.
    values.push_back(function.chooses
                         ? numbers.exactScalar(number, compute, range)
                         : numbers.scalar(number, compute));
    if (stopped())
      return {};
  }
  SmallVector<int64_t> shape;
  if (!broadcastShape(operandTypes, shape, range))
    return {};
  mlir::Type element = function.compares ? mlir::Type(b.getI1Type()) : compute;
  OperationState state(loc(range), opName);
  state.addOperands(values);
  state.addTypes(RankedTensorType::get(shape, element, device));
  Operation *op = b.create(state);
  bool grad =
      !gradFn.empty() && isa<FloatType>(element) && grads.gradOf(operands);
  return keepLayout(newTensor(op->getResult(0), grad, gradFn), operands);
}

Value roundTo(Context &e, mlir::Type element, const Value &x,
              ast::Range range) {
  auto type = dyn_cast<FloatType>(element);
  if (!type || type.isF64())
    return x;
  SmallVector<FloatType> ways{e.b.getF32Type()};
  if (type != ways[0])
    ways.push_back(type);
  if (x.isConst()) {
    APFloat value(x.real);
    bool loses;
    for (FloatType way : ways)
      value.convert(way.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                    &loses);
    return makeFloat(value.convertToDouble());
  }
  Location where = e.loc(range);
  mlir::Value narrow = e.ssa(x);
  for (FloatType way : ways)
    narrow = arith::TruncFOp::create(e.b, where, way, narrow);
  return makeFloat(
      mlir::Value(arith::ExtFOp::create(e.b, where, e.b.getF64Type(), narrow)));
}

} // namespace tine::elaborate
