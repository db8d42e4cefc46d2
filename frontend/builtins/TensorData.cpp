//===- TensorData.cpp - torch.tensor of nested data -----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From numbers, lists and tuples, known at compile time or not.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/NN.h"
#include "frontend/builtins/Methods.h"
#include "frontend/builtins/TensorOps.h"
#include "frontend/services/Arithmetic.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Frames.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Library.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/Numpy.h"
#include "frontend/services/Paths.h"
#include "frontend/services/TensorBuilder.h"
#include "frontend/services/TypeLattice.h"
#include "tine/abi.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

bool isArray(Context &e, const Value &v) {
  if (!v.is(Kind::Object))
    return false;
  const ClassInfo *info = e.get(v.id).classInfo;
  return info->name == "ndarray" && info->scope && info->scope->isLibrary;
}

/// The dtype of a number in a tensor that is made of it.
static Value dtypeOfNumber(Context &e, const Value &number) {
  if (isUnsureNumber(number))
    e.error(e.frames.here,
            "whether this is a number of NumPy, which has a dtype, "
            "depends on the path that data takes; say dtype=");
  if (isNumpyNumber(number))
    return makeDType(numpyDType(number));
  return makeDType(number.is(Kind::Float)
                       ? e.numbers.dtypeOf(e.numbers.defaultFloat())
                   : number.is(Kind::Int) ? TINE_INT64
                                          : TINE_BOOL);
}

/// The type of the elements of a tensor of numbers.
static mlir::Type typeOfNumbers(Context &e, ArrayRef<Value> numbers) {
  if (numbers.empty())
    return e.numbers.defaultFloat();
  mlir::Type joined;
  for (const Value &v : numbers) {
    mlir::Type own = e.numbers.elementTypeOf(dtypeOfNumber(e, v).integer);
    joined = joined ? promoteTypes(joined, own) : own;
  }
  return joined;
}

Value tensorFromData(Context &e, const Value &data, const Value &dtype,
                     ast::Range range) {
  Location where = e.loc(range);
  const Value *first = &data;
  if (data.is(Kind::List) && !e.get(data.id).isRuntime &&
      !e.get(data.id).items.empty())
    first = &e.get(data.id).items.front();
  if (claims(e, data, "Sequence"))
    return tensorFromData(
        e, e.run.callLibrary("torch._shapes.items_of", {data}, range), dtype,
        range);
  if (isArray(e, *first))
    return e.run.callLibrary("numpy._tensor_of",
                             {data, dtype.is(Kind::DType) ? dtype : makeNone()},
                             range);
  auto isRows = [&](const Value &list) {
    if (!list.is(Kind::List) && !list.is(Kind::Tuple))
      return false;
    auto isOfRun = [&](const Value &row) {
      return row.is(Kind::List) && e.get(row.id).isRuntime;
    };
    if (list.is(Kind::List) && e.get(list.id).isRuntime) {
      TypeKind kind = e.get(list.id).elementType->kind;
      return kind == TypeKind::List || kind == TypeKind::Tuple;
    }
    return llvm::any_of(list.is(Kind::List) ? e.get(list.id).items : list.items,
                        isOfRun);
  };
  if (isRows(data))
    return e.run.callLibrary("torch._shapes.tensor_of_rows",
                             {data, dtype.is(Kind::DType) ? dtype : makeNone()},
                             range);
  // A list of run time: one loop.
  if (data.is(Kind::List) && e.get(data.id).isRuntime) {
    Type element = e.get(data.id).elementType;
    TypeKind kind = element->kind;
    if (kind != TypeKind::Int && kind != TypeKind::Float &&
        kind != TypeKind::Bool)
      return e.error(range,
                     "a tensor can be made of a list of numbers here; of "
                     "tensors use torch.stack");
    Value number = kind == TypeKind::Int     ? makeInt(int64_t(0))
                   : kind == TypeKind::Float ? makeFloat(0.0)
                                             : makeBool(false);
    number.classInfo = const_cast<ClassInfo *>(element->classInfo);
    mlir::Type own = e.numbers.elementTypeOf(
        dtype.is(Kind::DType) ? dtype.integer
                              : dtypeOfNumber(e, number).integer);
    mlir::Value n = e.ssa(e.containers.listLength(data, range));
    // In TorchScript the list has a type, in Python what is in it.
    if (!dtype.is(Kind::DType) && kind != TypeKind::Float && !e.script())
      e.check(arith::CmpIOp::create(e.b, where, arith::CmpIPredicate::ne, n,
                                    e.constInt(0)),
              "RuntimeError",
              "a tensor of an empty list is of float32, not of the type that "
              "the list has in other runs; say dtype=",
              range);
    mlir::Value count =
        arith::IndexCastOp::create(e.b, where, e.b.getIndexType(), n);
    auto type =
        RankedTensorType::get({ShapedType::kDynamic}, nn::getComputeType(own));
    mlir::Value empty =
        tensor::EmptyOp::create(e.b, where, type, ValueRange{count});
    auto loop = scf::ForOp::create(e.b, where, e.constIndex(0), count,
                                   e.constIndex(1), ValueRange{empty});
    {
      OpBuilder::InsertionGuard guard(e.b);
      e.b.setInsertionPointToStart(loop.getBody());
      mlir::Value i = arith::IndexCastOp::create(e.b, where, e.b.getI64Type(),
                                                 loop.getInductionVar());
      Value v = e.containers.listGet(data, makeInt(i), range);
      mlir::Value inserted = tensor::InsertOp::create(
          e.b, where, e.numbers.scalar(v, own), loop.getRegionIterArg(0),
          ValueRange{loop.getInductionVar()});
      scf::YieldOp::create(e.b, where, inserted);
    }
    return e.tensors.newTensor(e.tensors.castTensor(loop.getResult(0), own));
  }
  std::vector<Value> flat;
  SmallVector<int64_t> shape;
  bool ragged = false;
  std::function<void(const Value &, size_t)> walk = [&](const Value &v,
                                                        size_t depth) {
    if (v.is(Kind::List) || v.is(Kind::Tuple) || v.is(Kind::Range)) {
      std::vector<Value> items;
      if (!e.containers.staticItems(v, items)) {
        if (!e.stopped())
          e.error(range,
                  "the values of a tensor must be known lists of numbers");
        return;
      }
      if (depth == shape.size()) {
        if (!flat.empty()) {
          ragged = true;
          return;
        }
        shape.push_back(items.size());
      } else if (shape[depth] != static_cast<int64_t>(items.size())) {
        ragged = true;
      }
      for (const Value &item : items)
        if (!e.stopped() && !ragged)
          walk(item, depth + 1);
      return;
    }
    if (depth != shape.size()) {
      ragged = true;
      return;
    }
    Value number = v.is(Kind::Tensor) ? e.numbers.item(v, range) : v;
    if (e.stopped())
      return;
    if (!number.isNumber()) {
      e.error(range, "a tensor cannot be made of a value of type '" +
                         toString(e.types.typeOf(v)) + "'");
      return;
    }
    flat.push_back(number);
  };
  walk(data, 0);
  if (e.stopped())
    return {};
  if (ragged)
    return e.fault("ValueError", range,
                   "the nested lists of a tensor must have equal lengths");
  mlir::Type element = dtype.is(Kind::DType)
                           ? e.numbers.elementTypeOf(dtype.integer)
                           : typeOfNumbers(e, flat);
  if (!element)
    return e.error(range, "this dtype is not supported; floats of 16, 32 "
                          "and 64 bits, bfloat16, int64 to int8, uint8 and "
                          "bool are");
  mlir::Type number = nn::getComputeType(element);
  auto type = RankedTensorType::get(shape, number);
  if (llvm::all_of(flat, [](const Value &v) { return v.isConst(); }) &&
      !flat.empty()) {
    SmallVector<Attribute> attrs;
    for (const Value &v : flat) {
      // A float beyond the type is infinite, not an error as in full.
      if (!isa<FloatType>(element) && !e.numbers.isHeldBy(element, v, range))
        return {};
      if (isa<FloatType>(element))
        attrs.push_back(e.b.getFloatAttr(
            number,
            v.is(Kind::Float) ? v.real : static_cast<double>(v.integer)));
      else
        attrs.push_back(e.b.getIntegerAttr(
            number,
            APInt(number.getIntOrFloatBitWidth(),
                  static_cast<uint64_t>(
                      element.isInteger(1)
                          ? (v.is(Kind::Float) ? v.real != 0 : v.integer != 0)
                      : v.is(Kind::Float) ? static_cast<int64_t>(v.real)
                                          : v.integer),
                  false, true)));
    }
    return e.tensors.newTensor(e.tensors.castTensor(
        arith::ConstantOp::create(e.b, where,
                                  DenseElementsAttr::get(type, attrs))
            .getResult(),
        element));
  }
  SmallVector<mlir::Value> values;
  for (const Value &v : flat)
    values.push_back(isa<FloatType>(element)
                         ? e.numbers.scalar(v, element)
                         : e.numbers.exactScalar(v, element, range));
  if (flat.empty())
    return e.tensors.newTensor(e.tensors.castTensor(
        tensor::EmptyOp::create(e.b, where, type, ValueRange{}).getResult(),
        element));
  return e.tensors.newTensor(e.tensors.castTensor(
      tensor::FromElementsOp::create(e.b, where, type, values).getResult(),
      element));
}

} // namespace tine::elaborate
