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
#include "frontend/services/Arithmetic.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Frames.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Library.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/Numpy.h"
#include "frontend/services/Objects.h"
#include "frontend/services/Paths.h"
#include "frontend/services/TensorBuilder.h"
#include "frontend/services/TypeLattice.h"
#include "tine/abi.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

bool isArray(Context &e, const Value &v) {
  return e.objects.hasRole(v, ClassRole::Array);
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

/// Whether a list holds lists, at run time or of the run.
static bool holdsRows(Context &e, const Value &list) {
  if (!list.is(Kind::List) && !list.is(Kind::Tuple))
    return false;
  if (list.is(Kind::List) && e.get(list.id).isRuntime) {
    TypeKind kind = e.get(list.id).elementType->kind;
    return kind == TypeKind::List || kind == TypeKind::Tuple;
  }
  return llvm::any_of(list.is(Kind::List) ? e.get(list.id).items : list.items,
                      [&](const Value &row) {
                        return row.is(Kind::List) && e.get(row.id).isRuntime;
                      });
}

/// Of a list of run time, in one loop.
static Value tensorOfRunList(Context &e, const Value &data, const Value &dtype,
                             ast::Range range) {
  Location where = e.loc(range);
  Type element = e.get(data.id).elementType;
  TypeKind kind = element->kind;
  if (kind != TypeKind::Int && kind != TypeKind::Float &&
      kind != TypeKind::Bool)
    return e.error(range, "a tensor can be made of a list of numbers here; of "
                          "tensors use torch.stack");
  Value number = kind == TypeKind::Int     ? makeInt(int64_t(0))
                 : kind == TypeKind::Float ? makeFloat(0.0)
                                           : makeBool(false);
  number.classInfo = const_cast<ClassInfo *>(element->classInfo);
  mlir::Type own = e.numbers.elementTypeOf(
      dtype.is(Kind::DType) ? dtype.integer : dtypeOfNumber(e, number).integer);
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
    Value v = e.containers.listGet(data, makeInt(i), range, /*isThere=*/true);
    mlir::Value inserted = tensor::InsertOp::create(
        e.b, where, e.numbers.scalar(v, own), loop.getRegionIterArg(0),
        ValueRange{loop.getInductionVar()});
    scf::YieldOp::create(e.b, where, inserted);
  }
  return e.tensors.newTensor(e.tensors.castTensor(loop.getResult(0), own));
}

/// Whether this is an int on some paths and a float on the others, both
/// Python's.
static bool isIntOrFloat(const Value &v) {
  auto isOwn = [](const Value &one) {
    return (one.is(Kind::Int) || one.is(Kind::Float)) && !isNumpyNumber(one) &&
           !isUnsureNumber(one);
  };
  return v.is(Kind::Either) && isOwn(v.items[0]) && isOwn(v.items[1]) &&
         v.items[0].kind != v.items[1].kind;
}

static bool isListOfIntOrFloat(Context &e, const Value &v) {
  if (!v.is(Kind::List) || !e.get(v.id).isRuntime)
    return false;
  Type element = e.get(v.id).elementType;
  return element->kind == TypeKind::Either &&
         llvm::all_of(element->elements, [](const Type &one) {
           return !one->classInfo &&
                  (one->kind == TypeKind::Int || one->kind == TypeKind::Float);
         });
}

bool hasIntOrFloat(Context &e, const Value &data) {
  if (!data.is(Kind::List) && !data.is(Kind::Tuple))
    return isIntOrFloat(data);
  if (data.is(Kind::List) && e.get(data.id).isRuntime)
    return isListOfIntOrFloat(e, data);
  return llvm::any_of(
      data.is(Kind::List) ? e.get(data.id).items : data.items,
      [&](const Value &item) { return hasIntOrFloat(e, item); });
}

/// Of ints alone a tensor would be one of ints.
static constexpr StringLiteral onlyInts =
    "of these numbers all are ints in this run, and make no tensor of floats; "
    "convert them by float(), or say dtype=";

namespace {

/// The numbers in nested lists, and the sizes of the lists.
class NestedNumbers {
public:
  NestedNumbers(Context &e, ast::Range range) : e(e), range(range) {}

  /// Stops at an error, or where lists of a level differ in size.
  void add(const Value &v, size_t depth = 0) {
    if (v.is(Kind::List) || v.is(Kind::Tuple) || v.is(Kind::Range)) {
      std::vector<Value> items;
      if (!e.containers.staticItems(v, items)) {
        if (!e.stopped())
          e.error(range,
                  "the values of a tensor must be known lists of numbers");
        return;
      }
      // The first list of a level says how long all are.
      bool isFirst = depth == shape.size();
      isRagged |= isFirst ? !flat.empty()
                          : shape[depth] != static_cast<int64_t>(items.size());
      if (isFirst && !isRagged)
        shape.push_back(items.size());
      for (const Value &item : items)
        if (!e.stopped() && !isRagged)
          add(item, depth + 1);
      return;
    }
    isRagged |= depth != shape.size();
    if (isRagged)
      return;
    Value number = v.is(Kind::Tensor) ? e.numbers.item(v, range) : v;
    if (!e.stopped() && isIntOrFloat(v))
      number = floatOf(v);
    if (e.stopped())
      return;
    isSure |= number.is(Kind::Float) && !isIntOrFloat(v);
    if (number.isNumber())
      flat.push_back(number);
    else
      e.error(range, "a tensor cannot be made of a value of type '" +
                         toString(e.types.typeOf(v)) + "'");
  }

  /// Ends the run in which what became floats are ints all, so that Python
  /// makes another tensor.
  void checkFloats(const Value &dtype) {
    if (areFloats.empty())
      return;
    if (dtype.is(Kind::DType)) {
      if (!isa<FloatType>(e.numbers.elementTypeOf(dtype.integer)))
        e.error(range, "a tensor cannot be made of a value of type 'int or "
                       "float'; convert it by int() or float()");
      return;
    }
    if (isSure)
      return;
    mlir::Value any = areFloats.front();
    for (mlir::Value one : ArrayRef(areFloats).drop_front())
      any = arith::OrIOp::create(e.b, e.loc(range), any, one);
    e.check(any, "NotImplementedError", onlyInts.str(), range);
  }

  std::vector<Value> flat;
  SmallVector<int64_t> shape;
  bool isRagged = false;

private:
  /// A number that may be an int, as what the tensor has.
  Value floatOf(const Value &v) {
    mlir::Value isFirst = v.ssa;
    areFloats.push_back(v.items[0].is(Kind::Float)
                            ? isFirst
                            : arith::XOrIOp::create(e.b, e.loc(range), isFirst,
                                                    e.ssa(makeBool(true)))
                                  .getResult());
    return e.paths.onEither(
        v, [&](Value one) { return e.numbers.toFloat(one, range); }, range);
  }

  SmallVector<mlir::Value> areFloats;
  bool isSure = false; // there is a float in all runs
  Context &e;
  ast::Range range;
};

} // namespace

static Value tensorOfConstants(Context &e, ArrayRef<Value> flat,
                               RankedTensorType type, mlir::Type element,
                               ast::Range range) {
  mlir::Type number = type.getElementType();
  SmallVector<Attribute> attrs;
  for (const Value &v : flat) {
    // A float beyond the type is infinite, not an error as in full.
    if (!isa<FloatType>(element) && !e.numbers.isHeldBy(element, v, range))
      return {};
    if (isa<FloatType>(element))
      attrs.push_back(e.b.getFloatAttr(
          number, v.is(Kind::Float) ? v.real : static_cast<double>(v.integer)));
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
      arith::ConstantOp::create(e.b, e.loc(range),
                                DenseElementsAttr::get(type, attrs)),
      element));
}

Value tensorFromData(Context &e, const Value &data, const Value &dtype,
                     ast::Range range) {
  const Value *first = &data;
  if (data.is(Kind::List) && !e.get(data.id).isRuntime &&
      !e.get(data.id).items.empty())
    first = &e.get(data.id).items.front();
  if (claims(e, data, "Sequence"))
    return tensorFromData(
        e, e.run.callLibrary("torch._shapes.items_of", {data}, range), dtype,
        range);
  bool isOfArrays =
      isArray(e, *first) || e.objects.hasRole(*first, ClassRole::Unread);
  if (isOfArrays || holdsRows(e, data))
    return e.run.callLibrary(
        isOfArrays ? "numpy._tensor_of" : "torch._shapes.tensor_of_rows",
        {data, dtype.is(Kind::DType) ? dtype : makeNone()}, range);
  if (isListOfIntOrFloat(e, data) &&
      (!dtype.is(Kind::DType) ||
       isa_and_nonnull<FloatType>(e.numbers.elementTypeOf(dtype.integer)))) {
    Value isSure = makeBool(dtype.is(Kind::DType));
    Value floats = e.run.callLibrary(
        "_builtins.floats_of", {data, isSure, makeStr(onlyInts.str())}, range);
    return e.stopped() ? Value() : tensorFromData(e, floats, dtype, range);
  }
  if (data.is(Kind::List) && e.get(data.id).isRuntime)
    return tensorOfRunList(e, data, dtype, range);
  NestedNumbers numbers(e, range);
  numbers.add(data);
  if (e.stopped())
    return {};
  if (numbers.isRagged)
    return e.fault("ValueError", range,
                   "the nested lists of a tensor must have equal lengths");
  numbers.checkFloats(dtype);
  if (e.stopped())
    return {};
  mlir::Type element = dtype.is(Kind::DType)
                           ? e.numbers.elementTypeOf(dtype.integer)
                           : typeOfNumbers(e, numbers.flat);
  if (!element)
    return e.error(range, "this dtype is not supported; floats of 16, 32 "
                          "and 64 bits, bfloat16, int64 to int8, uint8 and "
                          "bool are");
  Location where = e.loc(range);
  auto type = RankedTensorType::get(numbers.shape, nn::getComputeType(element));
  if (numbers.flat.empty())
    return e.tensors.newTensor(e.tensors.castTensor(
        tensor::EmptyOp::create(e.b, where, type, ValueRange{}), element));
  if (llvm::all_of(numbers.flat, [](const Value &v) { return v.isConst(); }))
    return tensorOfConstants(e, numbers.flat, type, element, range);
  SmallVector<mlir::Value> values;
  for (const Value &v : numbers.flat)
    values.push_back(isa<FloatType>(element)
                         ? e.numbers.scalar(v, element)
                         : e.numbers.exactScalar(v, element, range));
  return e.tensors.newTensor(e.tensors.castTensor(
      tensor::FromElementsOp::create(e.b, where, type, values), element));
}

} // namespace tine::elaborate
