//===- Tensors.cpp - Tensors, views, storages -----------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor is a view of a storage that has a current value (see
// docs/decisions/0001-storage-model.md). Also promotion and broadcasting.
//
//===----------------------------------------------------------------------===//

#include "frontend/elaborate/Elaborator.h"
#include "frontend/elaborate/Layouts.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "tine/abi.h"
#include <cmath>

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

mlir::Value Elaborator::constIndex(int64_t value) {
  return arith::ConstantOp::create(b, loc(here), b.getIndexAttr(value));
}

mlir::Value Elaborator::constInt(int64_t value) {
  return arith::ConstantOp::create(b, loc(here), b.getI64IntegerAttr(value));
}

mlir::Value Elaborator::ssa(const Value &value) {
  // After an error what is made is dropped; it only has to be something.
  if (!value.isConst())
    return !value.ssa && stopped ? constInt(0) : value.ssa;
  Location where = loc(here);
  switch (value.kind) {
  case Kind::Int:
    return constInt(value.integer);
  case Kind::Bool:
    return arith::ConstantOp::create(b, where, b.getBoolAttr(value.integer));
  case Kind::Float:
    return arith::ConstantOp::create(b, where, b.getF64FloatAttr(value.real));
  default:
    return StringConstantOp::create(b, where, StringType::get(context),
                                    b.getStringAttr(value.text));
  }
}

mlir::Value Elaborator::toIndex(const Value &integer) {
  if (integer.isConst())
    return constIndex(integer.integer);
  if (stopped)
    return constIndex(0);
  return arith::IndexCastOp::create(b, loc(here), b.getIndexType(),
                                    ssa(toInt(integer, here)));
}

mlir::Type Elaborator::elementTypeOf(int64_t dtype) {
  switch (dtype) {
  case TINE_UINT8:
    return b.getI8Type();
  case TINE_INT32:
    return b.getI32Type();
  case TINE_INT64:
    return b.getI64Type();
  case TINE_FLOAT32:
    return b.getF32Type();
  case TINE_FLOAT64:
    return b.getF64Type();
  case TINE_BOOL:
    return b.getI1Type();
  default:
    return {};
  }
}

int64_t Elaborator::dtypeOf(mlir::Type element) {
  if (element.isF32())
    return TINE_FLOAT32;
  if (element.isF64())
    return TINE_FLOAT64;
  if (element.isInteger(1))
    return TINE_BOOL;
  if (element.isInteger(8))
    return TINE_UINT8;
  if (element.isInteger(32))
    return TINE_INT32;
  return TINE_INT64;
}

mlir::Value Elaborator::scalar(const Value &number, mlir::Type type) {
  Location where = loc(here);
  if (number.isConst()) {
    if (isa<FloatType>(type)) {
      double v = number.is(Kind::Float) ? number.real
                                        : static_cast<double>(number.integer);
      return arith::ConstantOp::create(b, where, b.getFloatAttr(type, v));
    }
    int64_t v = number.is(Kind::Float) ? static_cast<int64_t>(number.real)
                                       : number.integer;
    if (type.isInteger(1))
      v = number.is(Kind::Float) ? number.real != 0 : v != 0;
    auto integer = cast<IntegerType>(type);
    return arith::ConstantOp::create(
        b, where,
        b.getIntegerAttr(type, APInt(integer.getWidth(),
                                     static_cast<uint64_t>(v), false, true)));
  }
  if (isa<FloatType>(type)) {
    mlir::Value v = ssa(toFloat(number, here));
    return type.isF64()
               ? v
               : arith::TruncFOp::create(b, where, type, v).getResult();
  }
  if (type.isInteger(1))
    return ssa(truth(number, here));
  mlir::Value v = ssa(toInt(number, here));
  return type.isInteger(64)
             ? v
             : arith::TruncIOp::create(b, where, type, v).getResult();
}

void Elaborator::check(mlir::Value condition, StringRef kind,
                       const Twine &message, ast::Range range) {
  if (stopped)
    return;
  AssertOp::create(b, loc(range), condition, b.getStringAttr(kind),
                   b.getStringAttr(message));
}

Value Elaborator::present(const Value &optional, StringRef kind,
                          const Twine &message, ast::Range range) {
  if (script())
    return error(
        range,
        "expected a value but found an Optional; test 'is not None' first");
  check(optional.ssa, kind, message, range);
  return optional.items[0];
}

bool Elaborator::knownInt(const Value &value, ast::Range range,
                          const Twine &what, int64_t &out) {
  if (value.is(Kind::Int) && value.isConst()) {
    out = value.integer;
    return true;
  }
  if (value.is(Kind::Int) && unrollEnclosingLoop())
    return false;
  error(range, what + " must be an integer that is known at compile time");
  return false;
}

bool Elaborator::intList(const Value &value, ast::Range range,
                         const Twine &what, SmallVectorImpl<int64_t> &out) {
  std::vector<Value> items;
  if (value.is(Kind::Int)) {
    items = {value};
  } else if (!(value.is(Kind::Tuple) || value.is(Kind::List)) ||
             !staticItems(value, items)) {
    if (!stopped)
      error(range, what + " must be integers that are known at compile time");
    return false;
  }
  for (const Value &item : items) {
    int64_t n;
    if (!knownInt(item, range, what, n))
      return false;
    out.push_back(n);
  }
  return true;
}

bool Elaborator::normalizeDim(const Value &dim, int64_t rank, ast::Range range,
                              int64_t &out) {
  if (!knownInt(dim, range, "dim", out))
    return false;
  int64_t n = std::max<int64_t>(rank, 1);
  if (out < -n || out >= n) {
    fault("IndexError", range,
          "Dimension out of range (expected to be in range of [" + Twine(-n) +
              ", " + Twine(n - 1) + "], but got " + Twine(out) + ")");
    return false;
  }
  if (out < 0)
    out += n;
  return true;
}

//===----------------------------------------------------------------------===//
// Storages and views
//===----------------------------------------------------------------------===//

unsigned Elaborator::allocate(Object object) {
  heap.push_back(std::make_shared<Object>(std::move(object)));
  return heap.size() - 1;
}

Object &Elaborator::mutate(unsigned id) {
  parameters.touch();
  // A state that was saved keeps the object as it was.
  if (heap[id].use_count() == 1)
    return const_cast<Object &>(*heap[id]);
  facts.work += heap[id]->items.size() / 8;
  auto copy = std::make_shared<Object>(*heap[id]);
  Object &object = *copy;
  heap[id] = std::move(copy);
  return object;
}

Value Elaborator::newTensor(mlir::Value value, bool requiresGrad,
                            StringRef gradFn) {
  // An error; callers may still look at the tensor.
  checkTensor(cast<RankedTensorType>(value.getType()), here);
  Object storage{Object::Kind::Storage};
  storage.current = value;
  storage.graded = requiresGrad;
  Object tensor{Object::Kind::Tensor};
  tensor.storage = allocate(std::move(storage));
  tensor.tensorType = cast<RankedTensorType>(value.getType());
  tensor.requiresGrad = requiresGrad;
  tensor.isLeaf = !requiresGrad;
  tensor.gradFn = gradFn.empty() ? "" : (gradFn + "0").str();
  return makeRef(Kind::Tensor, allocate(std::move(tensor)));
}

RankedTensorType Elaborator::tensorType(const Value &tensor) {
  // Of no tensor after an error.
  if (!tensor.is(Kind::Tensor))
    return RankedTensorType::get({}, b.getF32Type());
  return get(tensor.id).tensorType;
}

bool Elaborator::requiresGrad(const Value &tensor) {
  const Object &object = get(tensor.id);
  return object.requiresGrad ||
         (get(object.storage).gradWritten && !object.detached);
}

void Elaborator::setRequiresGrad(const Value &tensor, bool on) {
  mutate(tensor.id).requiresGrad = on;
  if (!on)
    return;
  mutate(tensor.id).detached = false;
  mutate(get(tensor.id).storage).graded = true;
}

bool Elaborator::gradOf(ArrayRef<Value> inputs) {
  return gradEnabled && llvm::any_of(inputs, [&](const Value &v) {
           return v.is(Kind::Tensor) && requiresGrad(v);
         });
}

/// The elements that a strided view has, as places in the row-major order of
/// its base: [count].
static mlir::Value stridedPlaces(OpBuilder &b, Location where,
                                 const ViewStep &step) {
  ArrayRef<int64_t> shape = step.result.getShape();
  Attribute device = step.result.getEncoding();
  auto number = [&](int64_t n) {
    return arith::ConstantOp::create(b, where, b.getI64IntegerAttr(n));
  };
  mlir::Type i64 = b.getI64Type();
  mlir::Value places;
  for (auto [d, n] : llvm::enumerate(shape)) {
    mlir::Value along = nn::IotaOp::create(
        b, where, RankedTensorType::get({n}, i64, device),
        number(places ? 0 : step.dim), number(step.dims[d]), ValueRange{});
    SmallVector<int64_t> wide(shape.size(), 1);
    wide[d] = n;
    along = nn::ReshapeOp::create(b, where,
                                  RankedTensorType::get(wide, i64, device),
                                  along, ValueRange{});
    if (!places) {
      places = along;
      continue;
    }
    SmallVector<int64_t> so(shape.take_front(d + 1));
    so.resize(shape.size(), 1);
    places = nn::AddOp::create(b, where, RankedTensorType::get(so, i64, device),
                               places, along);
  }
  if (!places)
    return nn::FullOp::create(b, where, RankedTensorType::get({1}, i64, device),
                              number(step.dim), ValueRange{});
  int64_t count = step.result.getNumElements();
  return nn::ReshapeOp::create(b, where,
                               RankedTensorType::get({count}, i64, device),
                               places, ValueRange{});
}

/// The elements of a tensor of known sizes as a vector or a column.
static mlir::Value flat(OpBuilder &b, Location where, mlir::Value v,
                        bool column) {
  auto type = cast<RankedTensorType>(v.getType());
  SmallVector<int64_t> shape{type.getNumElements()};
  if (column)
    shape.push_back(1);
  return nn::ReshapeOp::create(
      b, where,
      RankedTensorType::get(shape, type.getElementType(), type.getEncoding()),
      v, ValueRange{});
}

static mlir::Value applyStep(OpBuilder &b, Location where, mlir::Value v,
                             const ViewStep &step) {
  switch (step.kind) {
  case ViewStep::Kind::Slice:
    return nn::SliceOp::create(
        b, where, step.result, v, b.getI64IntegerAttr(step.dim), step.start,
        b.getI64IntegerAttr(step.step),
        step.sizes.empty() ? mlir::Value() : step.sizes[0]);
  case ViewStep::Kind::Permute:
    return nn::PermuteOp::create(b, where, step.result, v, step.dims);
  case ViewStep::Kind::Reshape:
    return nn::ReshapeOp::create(b, where, step.result, v, step.sizes);
  case ViewStep::Kind::Expand:
    return nn::ExpandOp::create(b, where, step.result, v, step.sizes);
  case ViewStep::Kind::Strided: {
    mlir::Value places = stridedPlaces(b, where, step);
    auto type = RankedTensorType::get({step.result.getNumElements()},
                                      step.result.getElementType(),
                                      step.result.getEncoding());
    mlir::Value taken =
        nn::IndexSelectOp::create(b, where, type, flat(b, where, v, false),
                                  places, b.getI64IntegerAttr(0));
    return nn::ReshapeOp::create(b, where, step.result, taken, ValueRange{});
  }
  }
  return v;
}

mlir::Value Elaborator::read(const Value &tensor) {
  if (!tensor.is(Kind::Tensor))
    return poison(tensorType(tensor));
  mlir::Value v = readThrough(tensor);
  // What does not require a gradient stops derivatives, though the same
  // elements may carry one under another name.
  if (get(get(tensor.id).storage).graded &&
      (!gradEnabled || !requiresGrad(tensor)) &&
      isa<FloatType>(tensorType(tensor).getElementType()))
    v = nn::DetachOp::create(b, loc(here), v);
  return v;
}

mlir::Value Elaborator::readThrough(const Value &tensor) {
  const Object &object = get(tensor.id);
  mlir::Value v = get(object.storage).current;
  for (const ViewStep &step : object.path)
    v = applyStep(b, loc(here), v, step);
  return v;
}

bool Elaborator::write(const Value &tensor, mlir::Value value,
                       ast::Range range) {
  const Object &object = get(tensor.id);
  const Object &storage = get(object.storage);
  if (storage.shared) {
    error(range, "this changes a tensor in place that is also kept in a list, "
                 "dict, task or future, where the "
                 "change could not be seen; use the operation without '_', or "
                 "clone() the tensor first");
    return false;
  }
  std::set<unsigned> others;
  if (!storage.mayAlias.empty())
    originsOf(heap, tensor, heap.size(), others);
  for (unsigned other : others) {
    if (other != object.storage && isReachable(other, tensor.id)) {
      error(range, "this changes a tensor in place that may be one of several "
                   "on this path; use the "
                   "operation without '_', or clone() the tensor first");
      return false;
    }
  }
  parameters.touch();
  Location where = loc(range);
  std::vector<ViewStep> path = object.path;
  unsigned id = object.storage;
  // The values on the way from the storage to the view.
  std::vector<mlir::Value> stages{storage.current};
  for (size_t i = 0; i + 1 < path.size(); ++i)
    stages.push_back(applyStep(b, where, stages.back(), path[i]));
  for (size_t i = path.size(); i-- > 0;) {
    const ViewStep &step = path[i];
    mlir::Value base = stages[i];
    auto baseType = cast<RankedTensorType>(base.getType());
    switch (step.kind) {
    case ViewStep::Kind::Slice:
      value = nn::InsertSliceOp::create(
          b, where, baseType, value, base, b.getI64IntegerAttr(step.dim),
          step.start, b.getI64IntegerAttr(step.step));
      break;
    case ViewStep::Kind::Permute: {
      SmallVector<int64_t> inverse(step.dims.size());
      for (auto [j, dim] : llvm::enumerate(step.dims))
        inverse[dim] = j;
      value = nn::PermuteOp::create(b, where, baseType, value, inverse);
      break;
    }
    case ViewStep::Kind::Reshape: {
      SmallVector<mlir::Value> sizes;
      for (int64_t d = 0; d < baseType.getRank(); ++d)
        if (baseType.isDynamicDim(d))
          sizes.push_back(tensor::DimOp::create(b, where, base, d));
      value = nn::ReshapeOp::create(b, where, baseType, value, sizes);
      break;
    }
    case ViewStep::Kind::Strided:
      if (!overlaps(step.result.getShape(), step.dims)) {
        mlir::Value places = stridedPlaces(b, where, step);
        mlir::Value rows = nn::ScatterOp::create(
            b, where, nn::Scatter::write, flat(b, where, value, true), places,
            flat(b, where, base, true));
        value = nn::ReshapeOp::create(b, where, baseType, rows, ValueRange{});
        break;
      }
      [[fallthrough]];
    case ViewStep::Kind::Expand:
      error(range, "this view cannot be changed in place: several of its "
                   "elements are one; "
                   "clone() it first");
      return false;
    }
  }
  mutate(id).current = value;
  // What changes a parameter without being recorded is an optimizer's update.
  if (Operation *op = value.getDefiningOp();
      op && path.empty() && get(id).graded &&
      (!gradEnabled || !requiresGrad(tensor)))
    op->setAttr("tine.update", b.getUnitAttr());
  return true;
}

Value Elaborator::view(const Value &tensor, ViewStep step, StringRef gradFn) {
  // What is too large was reported; its strides need not fit 64 bits.
  bool fits = checkTensor(step.result, here);
  Object made = get(tensor.id);
  made.layout =
      fits ? layoutAfter(made.layout, made.tensorType, step) : Layout();
  made.tensorType = step.result;
  made.path.push_back(std::move(step));
  made.requiresGrad = gradOf({tensor});
  made.isLeaf = !made.requiresGrad;
  made.isParameter = made.isBuffer = made.retainsGrad = false;
  made.attributes.clear();
  made.gradFn = (gradFn + "0").str();
  return makeRef(Kind::Tensor, allocate(std::move(made)));
}

mlir::Value Elaborator::sizeIndex(const Value &tensor, int64_t dim) {
  RankedTensorType type = tensorType(tensor);
  if (!type.isDynamicDim(dim))
    return constIndex(type.getDimSize(dim));
  return tensor::DimOp::create(b, loc(here), read(tensor), dim);
}

Value Elaborator::size(const Value &tensor, int64_t dim) {
  RankedTensorType type = tensorType(tensor);
  if (!type.isDynamicDim(dim))
    return makeInt(type.getDimSize(dim));
  return makeInt(arith::IndexCastOp::create(b, loc(here), b.getI64Type(),
                                            sizeIndex(tensor, dim))
                     .getResult());
}

Value Elaborator::sizes(const Value &tensor) {
  Value result = makeTuple({});
  result.isSize = true;
  for (int64_t i = 0; i < rank(tensor); ++i)
    result.items.push_back(size(tensor, i));
  return result;
}

Value Elaborator::numel(const Value &tensor) {
  Value n = makeInt(int64_t(1));
  for (int64_t i = 0; i < rank(tensor); ++i)
    n = binary(ast::BinaryOp::Mul, n, size(tensor, i), here);
  return n;
}

Value Elaborator::item(const Value &tensor, ast::Range range) {
  RankedTensorType type = tensorType(tensor);
  Location where = loc(range);
  if (type.hasStaticShape() && type.getNumElements() != 1)
    return fault("RuntimeError", range,
                 "a Tensor with " + Twine(type.getNumElements()) +
                     " elements cannot be converted to Scalar");
  mlir::Value v = read(tensor);
  SmallVector<mlir::Value> zeros(type.getRank(), constIndex(0));
  if (!type.hasStaticShape()) {
    mlir::Value n = ssa(numel(tensor));
    check(arith::CmpIOp::create(b, where, arith::CmpIPredicate::eq, n,
                                constInt(1)),
          "RuntimeError",
          "only a Tensor with one element can be converted to Scalar", range);
  }
  mlir::Value element = tensor::ExtractOp::create(b, where, v, zeros);
  mlir::Type e = type.getElementType();
  if (e.isInteger(1))
    return makeBool(element);
  if (e.isF64())
    return makeFloat(element);
  if (e.isF32())
    return makeFloat(
        arith::ExtFOp::create(b, where, b.getF64Type(), element).getResult());
  if (e.isInteger(64))
    return makeInt(element);
  if (e.isInteger(8))
    return makeInt(
        arith::ExtUIOp::create(b, where, b.getI64Type(), element).getResult());
  return makeInt(
      arith::ExtSIOp::create(b, where, b.getI64Type(), element).getResult());
}

mlir::Value Elaborator::castTensor(mlir::Value tensor, mlir::Type element) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (type.getElementType() == element)
    return tensor;
  return nn::CastOp::create(
      b, loc(here),
      RankedTensorType::get(type.getShape(), element, type.getEncoding()),
      tensor);
}

Value Elaborator::contiguousCopy(const Value &tensor, StringRef gradFn) {
  // Values are immutable: the same value in a storage of its own.
  return newTensor(read(tensor), gradOf({tensor}), gradFn);
}

//===----------------------------------------------------------------------===//
// Promotion and broadcasting
//===----------------------------------------------------------------------===//

static int order(mlir::Type type) {
  return type.isInteger(1)    ? 0
         : type.isInteger(8)  ? 1
         : type.isInteger(32) ? 2
         : type.isInteger(64) ? 3
         : type.isF32()       ? 4
                              : 5;
}

static mlir::Type promoteTypes(mlir::Type a, mlir::Type b) {
  if (!a)
    return b;
  if (!b)
    return a;
  return order(a) >= order(b) ? a : b;
}

mlir::Type Elaborator::promote(ArrayRef<Value> operands) {
  // Tensors with dimensions decide, unless a lower class has a higher category.
  mlir::Type dimensioned, zeroDim, number;
  for (const Value &v : operands) {
    if (v.is(Kind::Tensor)) {
      mlir::Type &target = rank(v) ? dimensioned : zeroDim;
      target = promoteTypes(target, tensorType(v).getElementType());
    } else if (v.is(Kind::Float)) {
      number = promoteTypes(number, b.getF32Type());
    } else if (v.is(Kind::Int)) {
      number = promoteTypes(number, b.getI64Type());
    } else {
      number = promoteTypes(number, b.getI1Type());
    }
  }
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

bool Elaborator::broadcastShape(ArrayRef<RankedTensorType> types,
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

static std::string deviceName(Attribute encoding) {
  auto device = dyn_cast_or_null<DeviceAttr>(encoding);
  if (!device)
    return "cpu";
  return (device.getKind() + ":" + Twine(device.getIndex())).str();
}

bool Elaborator::sameDevice(ArrayRef<Value> tensors, ast::Range range,
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

Value Elaborator::elementwise(StringRef opName, ArrayRef<Value> operands,
                              ast::Range range, StringRef gradFn,
                              mlir::Type computeType) {
  mlir::Type compute = computeType ? computeType : promote(operands);
  Attribute device;
  if (!sameDevice(operands, range, device))
    return {};
  SmallVector<mlir::Value> values;
  SmallVector<RankedTensorType> types;
  bool isWhere = opName == "nn.where";
  for (auto [i, v] : llvm::enumerate(operands)) {
    if (v.is(Kind::Tensor)) {
      mlir::Value t = read(v);
      t = castTensor(t,
                     isWhere && i == 0 ? mlir::Type(b.getI1Type()) : compute);
      types.push_back(cast<RankedTensorType>(t.getType()));
      values.push_back(t);
      continue;
    }
    if (!v.isNumber())
      return error(range, "expected a tensor or a number but found '" +
                              toString(typeOf(v)) + "'");
    values.push_back(scalar(v, compute));
    if (stopped)
      return {};
  }
  SmallVector<int64_t> shape;
  if (!broadcastShape(types, shape, range))
    return {};
  bool compares = StringRef(" nn.eq nn.ne nn.lt nn.le nn.gt nn.ge ")
                      .contains((" " + opName + " ").str());
  mlir::Type element = compares ? mlir::Type(b.getI1Type()) : compute;
  OperationState state(loc(range), opName);
  state.addOperands(values);
  state.addTypes(RankedTensorType::get(shape, element, device));
  Operation *op = b.create(state);
  bool grad = !gradFn.empty() && isa<FloatType>(element) && gradOf(operands);
  return keepLayout(newTensor(op->getResult(0), grad, gradFn), operands);
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

bool Elaborator::shapeArg(const Value &value, ast::Range range,
                          SmallVectorImpl<int64_t> &shape,
                          SmallVectorImpl<mlir::Value> &dynamic) {
  std::vector<Value> items;
  if (value.is(Kind::Int) || value.is(Kind::Tensor))
    items = {value};
  else if (!(value.is(Kind::Tuple) || value.is(Kind::List)) ||
           !staticItems(value, items)) {
    if (!stopped)
      error(range,
            "a shape must be integers, and their number known at compile time");
    return false;
  }
  for (Value &item : items) {
    Value n = toInt(item, range);
    if (stopped)
      return false;
    if (n.isConst()) {
      if (n.integer < 0) {
        fault("RuntimeError", range,
              "Trying to create tensor with negative dimension " +
                  Twine(n.integer));
        return false;
      }
      shape.push_back(n.integer);
      continue;
    }
    shape.push_back(ShapedType::kDynamic);
    check(arith::CmpIOp::create(b, loc(range), arith::CmpIPredicate::sge, n.ssa,
                                constInt(0)),
          "RuntimeError", "Trying to create tensor with negative dimension",
          range);
    dynamic.push_back(toIndex(n));
  }
  if (shape.size() > TINE_MAX_RANK) {
    error(range,
          "tensors have at most " + Twine(TINE_MAX_RANK) + " dimensions");
    return false;
  }
  return true;
}

Value Elaborator::reshape(const Value &tensor, ArrayRef<Value> wanted,
                          ast::Range range, StringRef gradFn, bool asView) {
  RankedTensorType type = tensorType(tensor);
  std::vector<Value> target(wanted.begin(), wanted.end());
  int infer = -1;
  Value product = makeInt(int64_t(1));
  for (auto [i, v] : llvm::enumerate(target)) {
    v = toInt(v, range);
    if (stopped)
      return {};
    if (v.isConst() && v.integer == -1) {
      if (infer >= 0)
        return fault("RuntimeError", range,
                     "only one dimension can be inferred");
      infer = i;
      continue;
    }
    if (v.isConst() && v.integer < 0)
      return fault("RuntimeError", range,
                   "invalid shape dimension " + Twine(v.integer));
    product = binary(ast::BinaryOp::Mul, product, v, range);
  }
  Value total = numel(tensor);
  if (stopped)
    return {};
  auto describe = [&] {
    std::string text = "[";
    for (auto [i, v] : llvm::enumerate(target))
      text += (i ? ", " : "") +
              (v.isConst() ? std::to_string(v.integer) : std::string("?"));
    return text + "]";
  };
  if (infer >= 0) {
    if (total.isConst() && product.isConst()) {
      if (product.integer == 0 || total.integer % product.integer)
        return fault("RuntimeError", range,
                     "shape '" + Twine(describe()) +
                         "' is invalid for input of size " +
                         Twine(total.integer));
      target[infer] = makeInt(total.integer / product.integer);
    } else {
      Value rest = binary(ast::BinaryOp::FloorDiv, total, product, range);
      Value back = binary(ast::BinaryOp::Mul, rest, product, range);
      Value same = compare(ast::CompareOp::Eq, back, total, range);
      if (stopped)
        return {};
      check(ssa(same), "RuntimeError",
            "shape '" + Twine(describe()) + "' is invalid for the input",
            range);
      target[infer] = rest;
    }
  } else if (total.isConst() && product.isConst()) {
    if (total.integer != product.integer)
      return fault("RuntimeError", range,
                   "shape '" + Twine(describe()) +
                       "' is invalid for input of size " +
                       Twine(total.integer));
  } else {
    Value same = compare(ast::CompareOp::Eq, product, total, range);
    check(ssa(same), "RuntimeError",
          "shape '" + Twine(describe()) + "' is invalid for the input", range);
  }
  ViewStep step;
  step.kind = ViewStep::Kind::Reshape;
  SmallVector<int64_t> shape;
  for (const Value &v : target) {
    shape.push_back(v.isConst() ? v.integer : ShapedType::kDynamic);
    if (!v.isConst())
      step.sizes.push_back(toIndex(v));
  }
  step.result =
      RankedTensorType::get(shape, type.getElementType(), type.getEncoding());
  (void)asView;
  return view(tensor, std::move(step), gradFn);
}

Value Elaborator::slice(const Value &tensor, int64_t dim, Value lower,
                        Value upper, Value stepValue, ast::Range range) {
  RankedTensorType type = tensorType(tensor);
  int64_t stepSize = 1;
  if (stepValue && !stepValue.is(Kind::None) &&
      !knownInt(stepValue, range, "the step of a slice", stepSize))
    return {};
  if (stepSize < 1)
    return fault("ValueError", range, "slice step must be positive");
  if (!checkStep(tensor, stepSize, range))
    return {};
  auto absent = [](const Value &v) { return !v || v.is(Kind::None); };
  for (Value *bound : {&lower, &upper})
    if (!absent(*bound)) {
      *bound = toInt(*bound, range);
      if (stopped)
        return {};
    }
  ViewStep step;
  step.kind = ViewStep::Kind::Slice;
  step.dim = dim;
  step.step = stepSize;
  SmallVector<int64_t> shape(type.getShape());
  Value n = size(tensor, dim);
  // Full slices are the tensor itself, as another view.
  auto known = [&](const Value &v) { return absent(v) || v.isConst(); };
  if (n.isConst() && known(lower) && known(upper)) {
    auto clamp = [&](const Value &v, int64_t fallback) {
      if (absent(v))
        return fallback;
      int64_t i = v.integer < 0 ? v.integer + n.integer : v.integer;
      return std::clamp<int64_t>(i, 0, n.integer);
    };
    int64_t from = clamp(lower, 0), to = clamp(upper, n.integer);
    shape[dim] = to > from ? (to - from - 1) / stepSize + 1 : 0;
    // An empty slice may start at the end.
    step.start = constIndex(shape[dim] ? from : 0);
  } else {
    Location where = loc(range);
    auto clamp = [&](const Value &v, Value fallback) -> mlir::Value {
      if (absent(v))
        return ssa(fallback);
      if (v.isConst() && v.integer == 0)
        return constInt(0);
      mlir::Value i = ssa(v), size = ssa(n), zero = constInt(0);
      mlir::Value negative =
          arith::CmpIOp::create(b, where, arith::CmpIPredicate::slt, i, zero);
      mlir::Value wrapped = arith::AddIOp::create(b, where, i, size);
      i = arith::SelectOp::create(b, where, negative, wrapped, i);
      i = arith::MaxSIOp::create(b, where, i, zero);
      return arith::MinSIOp::create(b, where, i, size);
    };
    mlir::Value from = clamp(lower, makeInt(int64_t(0))), to = clamp(upper, n);
    mlir::Value span = arith::SubIOp::create(b, where, to, from);
    span = arith::MaxSIOp::create(b, where, span, constInt(0));
    if (stepSize != 1)
      span = arith::CeilDivSIOp::create(b, where, span, constInt(stepSize));
    shape[dim] = ShapedType::kDynamic;
    step.start = arith::IndexCastOp::create(b, where, b.getIndexType(), from);
    step.sizes.push_back(
        arith::IndexCastOp::create(b, where, b.getIndexType(), span));
  }
  step.result =
      RankedTensorType::get(shape, type.getElementType(), type.getEncoding());
  return view(tensor, std::move(step), "SliceBackward");
}

Value Elaborator::selectIndex(const Value &tensor, int64_t dim, Value index,
                              ast::Range range) {
  RankedTensorType type = tensorType(tensor);
  if (type.getRank() == 0)
    return fault("IndexError", range,
                 "invalid index of a 0-dim tensor; use tensor.item()");
  Value n = size(tensor, dim);
  Location where = loc(range);
  ViewStep step;
  step.kind = ViewStep::Kind::Slice;
  step.dim = dim;
  if (n.isConst() && index.isConst()) {
    int64_t i = index.integer < 0 ? index.integer + n.integer : index.integer;
    if (i < 0 || i >= n.integer)
      return fault("IndexError", range,
                   "index " + Twine(index.integer) +
                       " is out of bounds for dimension " + Twine(dim) +
                       " with size " + Twine(n.integer));
    step.start = constIndex(i);
  } else {
    mlir::Value i = ssa(index), size = ssa(n), zero = constInt(0);
    mlir::Value negative =
        arith::CmpIOp::create(b, where, arith::CmpIPredicate::slt, i, zero);
    mlir::Value wrapped = arith::AddIOp::create(b, where, i, size);
    i = arith::SelectOp::create(b, where, negative, wrapped, i);
    mlir::Value ok =
        arith::CmpIOp::create(b, where, arith::CmpIPredicate::ult, i, size);
    check(ok, "IndexError",
          "index is out of bounds for dimension " + Twine(dim), range);
    step.start = arith::IndexCastOp::create(b, where, b.getIndexType(), i);
  }
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] = 1;
  step.result =
      RankedTensorType::get(shape, type.getElementType(), type.getEncoding());
  Value part = view(tensor, std::move(step), "SelectBackward");
  std::vector<Value> rest;
  for (int64_t d = 0; d < type.getRank(); ++d)
    if (d != dim)
      rest.push_back(size(tensor, d));
  // Drops the dimension of size 1.
  ViewStep drop;
  drop.kind = ViewStep::Kind::Reshape;
  shape.erase(shape.begin() + dim);
  for (const Value &v : rest)
    if (!v.isConst())
      drop.sizes.push_back(toIndex(v));
  drop.result =
      RankedTensorType::get(shape, type.getElementType(), type.getEncoding());
  return view(part, std::move(drop), "SelectBackward");
}

Value Elaborator::expandTo(const Value &tensor, ArrayRef<Value> wanted,
                           ast::Range range) {
  RankedTensorType type = tensorType(tensor);
  int64_t extra = static_cast<int64_t>(wanted.size()) - type.getRank();
  if (extra < 0)
    return fault(
        "RuntimeError", range,
        "the number of sizes provided (" + Twine(wanted.size()) +
            ") must be greater or equal to the number of dimensions in the "
            "tensor (" +
            Twine(type.getRank()) + ")");
  ViewStep step;
  step.kind = ViewStep::Kind::Expand;
  SmallVector<int64_t> shape;
  for (auto [i, given] : llvm::enumerate(wanted)) {
    Value v = toInt(given, range);
    if (stopped)
      return {};
    int64_t own = static_cast<int64_t>(i) - extra;
    if (v.isConst() && v.integer == -1) {
      if (own < 0)
        return fault("RuntimeError", range,
                     "-1 is not allowed for a new dimension in expand");
      v = size(tensor, own);
    }
    if (own >= 0 && v.isConst() && !type.isDynamicDim(own) &&
        type.getDimSize(own) != 1 && type.getDimSize(own) != v.integer)
      return fault("RuntimeError", range,
                   "The expanded size of the tensor (" + Twine(v.integer) +
                       ") must match the existing size (" +
                       Twine(type.getDimSize(own)) +
                       ") at non-singleton dimension " + Twine(i));
    shape.push_back(v.isConst() ? v.integer : ShapedType::kDynamic);
    if (!v.isConst())
      step.sizes.push_back(toIndex(v));
  }
  step.result =
      RankedTensorType::get(shape, type.getElementType(), type.getEncoding());
  return view(tensor, std::move(step), "ExpandBackward");
}

//===----------------------------------------------------------------------===//
// Tensors of data
//===----------------------------------------------------------------------===//

Value Elaborator::tensorFromData(const Value &data, const Value &dtype,
                                 ast::Range range) {
  Location where = loc(range);
  // A list of run time: one loop.
  if (data.is(Kind::List) && get(data.id).isRuntime) {
    Type element = get(data.id).elementType;
    TypeKind kind = element->kind;
    if (kind != TypeKind::Int && kind != TypeKind::Float &&
        kind != TypeKind::Bool)
      return error(range, "a tensor can be made of a list of numbers here; of "
                          "tensors use torch.stack");
    mlir::Type own = kind == TypeKind::Int     ? mlir::Type(b.getI64Type())
                     : kind == TypeKind::Float ? mlir::Type(b.getF32Type())
                                               : mlir::Type(b.getI1Type());
    if (dtype.is(Kind::DType))
      own = elementTypeOf(dtype.integer);
    mlir::Value n = ssa(listLength(data, range));
    mlir::Value count =
        arith::IndexCastOp::create(b, where, b.getIndexType(), n);
    auto type = RankedTensorType::get({ShapedType::kDynamic}, own);
    mlir::Value empty =
        tensor::EmptyOp::create(b, where, type, ValueRange{count});
    auto loop = scf::ForOp::create(b, where, constIndex(0), count,
                                   constIndex(1), ValueRange{empty});
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(loop.getBody());
      mlir::Value i = arith::IndexCastOp::create(b, where, b.getI64Type(),
                                                 loop.getInductionVar());
      Value v = listGet(data, makeInt(i), range);
      mlir::Value inserted = tensor::InsertOp::create(
          b, where, scalar(v, own), loop.getRegionIterArg(0),
          ValueRange{loop.getInductionVar()});
      scf::YieldOp::create(b, where, inserted);
    }
    return newTensor(loop.getResult(0));
  }
  std::vector<Value> flat;
  SmallVector<int64_t> shape;
  bool ragged = false;
  std::function<void(const Value &, size_t)> walk = [&](const Value &v,
                                                        size_t depth) {
    if (v.is(Kind::List) || v.is(Kind::Tuple) || v.is(Kind::Range)) {
      std::vector<Value> items;
      if (!staticItems(v, items)) {
        if (!stopped)
          error(range, "the values of a tensor must be known lists of numbers");
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
        if (!stopped && !ragged)
          walk(item, depth + 1);
      return;
    }
    if (depth != shape.size()) {
      ragged = true;
      return;
    }
    Value number = v.is(Kind::Tensor) ? this->item(v, range) : v;
    if (stopped)
      return;
    if (!number.isNumber()) {
      error(range, "a tensor cannot be made of a value of type '" +
                       toString(typeOf(v)) + "'");
      return;
    }
    flat.push_back(number);
  };
  walk(data, 0);
  if (stopped)
    return {};
  if (ragged)
    return fault("ValueError", range,
                 "the nested lists of a tensor must have equal lengths");
  bool anyFloat = false, anyInt = false;
  for (const Value &v : flat) {
    anyFloat |= v.is(Kind::Float);
    anyInt |= v.is(Kind::Int);
  }
  mlir::Type element = anyFloat || flat.empty() ? mlir::Type(b.getF32Type())
                       : anyInt                 ? mlir::Type(b.getI64Type())
                                                : mlir::Type(b.getI1Type());
  if (dtype.is(Kind::DType)) {
    element = elementTypeOf(dtype.integer);
    if (!element)
      return error(range, "this dtype is not supported; float32, float64, "
                          "int64, int32, uint8 and bool are");
  }
  auto type = RankedTensorType::get(shape, element);
  if (llvm::all_of(flat, [](const Value &v) { return v.isConst(); }) &&
      !flat.empty()) {
    SmallVector<Attribute> attrs;
    for (const Value &v : flat) {
      if (isa<FloatType>(element))
        attrs.push_back(b.getFloatAttr(
            element,
            v.is(Kind::Float) ? v.real : static_cast<double>(v.integer)));
      else
        attrs.push_back(b.getIntegerAttr(
            element,
            APInt(element.getIntOrFloatBitWidth(),
                  static_cast<uint64_t>(
                      element.isInteger(1)
                          ? (v.is(Kind::Float) ? v.real != 0 : v.integer != 0)
                      : v.is(Kind::Float) ? static_cast<int64_t>(v.real)
                                          : v.integer),
                  false, true)));
    }
    return newTensor(
        arith::ConstantOp::create(b, where, DenseElementsAttr::get(type, attrs))
            .getResult());
  }
  SmallVector<mlir::Value> values;
  for (const Value &v : flat)
    values.push_back(scalar(v, element));
  if (flat.empty())
    return newTensor(
        tensor::EmptyOp::create(b, where, type, ValueRange{}).getResult());
  return newTensor(
      tensor::FromElementsOp::create(b, where, type, values).getResult());
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

Value Elaborator::tensorAttribute(const Value &self, StringRef name,
                                  ast::Range range) {
  RankedTensorType type = tensorType(self);
  if (name == "shape")
    return sizes(self);
  if (name == "dtype")
    return makeDType(dtypeOf(type.getElementType()));
  if (name == "device")
    return makeDevice(deviceName(type.getEncoding()));
  if (name == "ndim")
    return makeInt(type.getRank());
  if (name == "requires_grad")
    return makeBool(requiresGrad(self));
  if (name == "is_leaf")
    return makeBool(get(self.id).isLeaf);
  if (name == "is_cuda")
    return makeBool(
        StringRef(deviceName(type.getEncoding())).starts_with("cuda"));
  if (name == "grad") {
    auto it = get(self.id).attributes.find("grad");
    return it != get(self.id).attributes.end() ? it->second : makeNone();
  }
  if (name == "grad_fn")
    return makeNone();
  if (name == "retains_grad")
    return makeBool(get(self.id).retainsGrad);
  if (name == "layout")
    return makeInt(int64_t(0));
  if (name == "data") {
    Object made = get(self.id);
    made.requiresGrad = made.isParameter = made.isBuffer = false;
    made.retainsGrad = false;
    made.isLeaf = made.detached = true;
    made.attributes.clear();
    return makeRef(Kind::Tensor, allocate(std::move(made)));
  }
  if (name == "is_sparse" || name == "is_quantized" || name == "is_mps" ||
      name == "is_meta" || name == "is_nested")
    return makeBool(false);
  if (name == "is_cpu")
    return makeBool(
        StringRef(deviceName(type.getEncoding())).starts_with("cpu"));
  if (name == "itemsize" || name == "nbytes") {
    unsigned bits = type.getElementType().getIntOrFloatBitWidth();
    Value bytes = makeInt(static_cast<int64_t>(std::max(8u, bits) / 8));
    return name == "itemsize"
               ? bytes
               : binary(ast::BinaryOp::Mul, numel(self), bytes, range);
  }
  // Of real tensors H is T.
  if (name == "H" || name == "mH")
    return tensorAttribute(self, name == "H" ? "T" : "mT", range);
  if (name == "T" || name == "mT") {
    CallArgs args;
    args.range = range;
    args.positional = {self};
    if (name == "mT" || type.getRank() != 2) {
      if (type.getRank() < 2)
        return self;
      if (name == "T")
        return error(
            range,
            ".T of a tensor that is not a matrix is deprecated; use permute");
      args.positional = {self, makeInt(int64_t(-2)), makeInt(int64_t(-1))};
      return callBuiltin(makeBuiltin("torch.transpose"), args);
    }
    return callBuiltin(makeBuiltin("torch.t"), args);
  }
  return {};
}

} // namespace tine::elaborate
