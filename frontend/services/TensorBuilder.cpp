//===- TensorBuilder.cpp - Storages and views -----------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor is a view of a storage that has a current value (see
// docs/decisions/0001-storage-model.md).
//
//===----------------------------------------------------------------------===//

#include "frontend/services/TensorBuilder.h"
#include "dialects/nn/ArithmeticOps.h"
#include "dialects/nn/CreationOps.h"
#include "dialects/nn/DerivativeOps.h"
#include "dialects/nn/IndexingOps.h"
#include "dialects/nn/JoinOps.h"
#include "dialects/nn/ViewOps.h"
#include "frontend/services/Budget.h"
#include "frontend/services/Context.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/Frames.h"
#include "frontend/services/GradFlags.h"
#include "frontend/services/GraphQuestions.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Layouts.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/Objects.h"
#include "frontend/services/Program.h"
#include "frontend/services/TypeLattice.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// PyTorch numbers the overloads of a function; most have one.
static std::string withNumber(StringRef gradFn) {
  bool isNumbered = gradFn.empty() || llvm::isDigit(gradFn.back());
  return isNumbered ? gradFn.str() : (gradFn + "0").str();
}

Value TensorBuilder::newTensor(mlir::Value value, bool requiresGrad,
                               StringRef gradFn) {
  // An error; callers may still look at the tensor.
  budget.checkTensor(cast<RankedTensorType>(value.getType()), frames.here);
  if (readValues.contains(value))
    copiedValues.insert(value);
  if (!storedValues.insert(value).second)
    storedTwice.insert(value);
  Object storage{Object::Kind::Storage};
  storage.current = value;
  storage.graded = storage.isComputed = requiresGrad;
  Object tensor{Object::Kind::Tensor};
  tensor.storage = objects.allocate(std::move(storage));
  tensor.tensorType = cast<RankedTensorType>(value.getType());
  tensor.requiresGrad = requiresGrad;
  tensor.isLeaf = !requiresGrad;
  tensor.gradFn = withNumber(gradFn);
  return makeRef(Kind::Tensor, objects.allocate(std::move(tensor)));
}

RankedTensorType TensorBuilder::tensorType(const Value &tensor) {
  // Of no tensor after an error.
  if (!tensor.is(Kind::Tensor))
    return RankedTensorType::get({}, b.getF32Type());
  return get(tensor.id).tensorType;
}

bool TensorBuilder::mayWrite(const Value &tensor, ast::Range range,
                             bool aView) {
  const Object &object = get(tensor.id);
  if (!object.requiresGrad || !objects.recordsGraph())
    return true;
  bool isLeaf = object.isLeaf;
  bool isOfLeaf = !object.path.empty() &&
                  llvm::any_of(objects.heap, [&](const auto &other) {
                    return other && other->kind == Object::Kind::Tensor &&
                           other->isLeaf && other->requiresGrad &&
                           other->path.empty() &&
                           other->storage == object.storage;
                  });
  if (!isLeaf && !isOfLeaf)
    return true;
  fault("RuntimeError", range,
        Twine(isLeaf && !aView ? "a" : "a view of a") +
            " leaf Variable that requires grad is being used in an in-place "
            "operation.");
  return false;
}

/// The elements that a strided view has, as places in the row-major order of
/// its base, in the shape of the view; [1] where that is none.
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
  return places;
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
    auto type = RankedTensorType::get(
        cast<RankedTensorType>(places.getType()).getShape(),
        step.result.getElementType(), step.result.getEncoding());
    auto taken =
        nn::IndexSelectOp::create(b, where, type, flat(b, where, v, false),
                                  places, b.getI64IntegerAttr(0));
    taken->setAttr(nn::savesNothing, b.getUnitAttr());
    if (type == step.result)
      return taken;
    return nn::ReshapeOp::create(b, where, step.result, taken, ValueRange{});
  }
  }
  return v;
}

/// Of a tensor that is changed again and again the newest values do.
template <typename T> static void addNewest(std::vector<T> &values, T value) {
  constexpr size_t mostValues = 16;
  if (values.size() == mostValues)
    values.erase(values.begin());
  values.push_back(std::move(value));
}

mlir::Value TensorBuilder::read(const Value &tensor) {
  if (!tensor.is(Kind::Tensor))
    return types.poison(tensorType(tensor));
  objects.isUsable(tensor, frames.here);
  mlir::Value v = readThrough(tensor);
  readValues.insert(v);
  // What does not require a gradient stops derivatives, though the same
  // elements may carry one under another name.
  unsigned storage = get(tensor.id).storage;
  if (!get(storage).graded ||
      !isa<FloatType>(tensorType(tensor).getElementType()))
    return v;
  if (!grads.requiresGrad(tensor) || !objects.recordsGraph()) {
    v = nn::DetachOp::create(b, loc(frames.here), v);
    readValues.insert(v);
    return v;
  }
  if (get(storage).readAs.empty() ||
      get(storage).readAs.back() != get(storage).current)
    addNewest(mutate(storage).readAs, get(storage).current);
  return v;
}

mlir::Value TensorBuilder::readThrough(const Value &tensor) {
  const Object &object = get(tensor.id);
  return elementsOf(get(object.storage).current, object.path);
}

mlir::Value TensorBuilder::elementsOf(mlir::Value storage,
                                      ArrayRef<ViewStep> path) {
  for (const ViewStep &step : path)
    storage = applyStep(b, loc(frames.here), storage, step);
  return storage;
}

bool TensorBuilder::overwrite(const Value &tensor, mlir::Value value,
                              ast::Range range, StringRef gradFn) {
  if (grads.requiresGrad(tensor) && objects.recordsGraph()) {
    if (get(tensor.id).path.empty())
      mutate(tensor.id).gradFn = gradFn.str();
    value = nn::OverwriteOp::create(b, loc(range), value.getType(),
                                    read(tensor), value);
  }
  return write(tensor, value, range);
}

void TensorBuilder::rememberOverwritten(unsigned storage) {
  SmallVector<mlir::Value> values;
  // What a loop starts with is another value than an iteration's.
  for (const ActiveLoop &loop : decisions.activeLoops) {
    const Heap *start = loop.history.start;
    if (!start || storage >= start->size() || !(*start)[storage])
      continue;
    for (auto [arg, init] : llvm::zip(loop.history.args, loop.history.inits))
      if (arg == (*start)[storage]->current)
        values.push_back(init);
  }
  values.push_back(get(storage).current);
  for (mlir::Value value : values)
    if (Elements former{value, {}};
        !llvm::is_contained(get(storage).formerly, former))
      addNewest(mutate(storage).formerly, former);
}

bool TensorBuilder::mayWrite(unsigned storage, ast::Range range) {
  if (!get(storage).shared)
    return true;
  if (!decisions.keepHolder(storage))
    error(range, "this changes a tensor in place that is also kept in a list, "
                 "dict, task or future, of which diagonal() or unfold() has "
                 "made a copy, or that frombuffer() made of bytes, where the "
                 "change could not be seen; use the "
                 "operation without '_', or clone() the tensor first");
  return false;
}

bool TensorBuilder::write(const Value &tensor, mlir::Value value,
                          ast::Range range) {
  const Object &object = get(tensor.id);
  const Object &storage = get(object.storage);
  if (!mayWrite(object.storage, range))
    return false;
  std::vector<GuardedCopy> copies;
  if (!objects.aliases(object.storage).empty()) {
    auto known = objects.copiesOf(object.storage);
    if (!known) {
      error(range, "this changes a tensor in place that may be one of several "
                   "on this path; use the "
                   "operation without '_', or clone() the tensor first");
      return false;
    }
    copies = std::move(*known);
  }
  program.parameters.touch();
  Location where = loc(range);
  std::vector<ViewStep> path = object.path;
  unsigned id = object.storage;
  value = withElements(storage.current, path, value, range);
  if (!value)
    return false;
  if (isa<FloatType>(getElementTypeOrSelf(value)))
    rememberOverwritten(id);
  if (!storedValues.insert(value).second)
    storedTwice.insert(value);
  if (grads.requiresGrad(tensor) && objects.recordsGraph()) {
    mutate(id).current = value;
    return true;
  }
  // What is not recorded changes the elements, not how they were made; or it
  // is an optimizer's update.
  const Object &changed = get(id);
  if (isa<FloatType>(getElementTypeOrSelf(value)) &&
      (changed.isComputed || changed.gradWritten)) {
    value = nn::DetachOp::create(b, where, value);
    value = nn::StraightThroughOp::create(b, where, changed.current, value);
  } else if (Operation *op = value.getDefiningOp(); op && path.empty()) {
    op->setAttr("tine.update", b.getUnitAttr());
  }
  mutate(id).current = value;
  for (const GuardedCopy &copy : copies)
    copyGuarded(copy, range);
  return !stopped();
}

mlir::Value TensorBuilder::withElements(mlir::Value storage,
                                        ArrayRef<ViewStep> path,
                                        mlir::Value value, ast::Range range) {
  Location where = loc(range);
  // The values on the way from the storage to the view.
  std::vector<mlir::Value> stages{storage};
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
        mlir::Value places =
            flat(b, where, stridedPlaces(b, where, step), false);
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
      return {};
    }
  }
  return value;
}

Value TensorBuilder::view(const Value &tensor, ViewStep step,
                          StringRef gradFn) {
  // What is too large was reported; its strides need not fit 64 bits.
  bool fits = budget.checkTensor(step.result, frames.here);
  Object made = get(tensor.id);
  made.layout =
      fits ? layoutAfter(made.layout, made.tensorType, step) : Layout();
  made.tensorType = step.result;
  made.path.push_back(std::move(step));
  made.requiresGrad = grads.gradOf({tensor});
  made.isLeaf = !made.requiresGrad;
  made.isParameter = made.isBuffer = false;
  made.retains = GradFacts::Retains::No;
  made.attributes.clear();
  made.Sharing::clear();
  made.gradFn = withNumber(gradFn);
  return makeRef(Kind::Tensor, objects.allocate(std::move(made)));
}

mlir::Value TensorBuilder::castTensor(mlir::Value tensor, mlir::Type element) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (type.getElementType() == element)
    return tensor;
  return nn::CastOp::create(
      b, loc(frames.here),
      RankedTensorType::get(type.getShape(), element, type.getEncoding()),
      tensor);
}

Value TensorBuilder::contiguousCopy(const Value &tensor, StringRef gradFn) {
  // Values are immutable: the same value in a storage of its own.
  return newTensor(read(tensor), grads.gradOf({tensor}), gradFn);
}

void TensorBuilder::markBuffer(const Value &tensor) {
  mutate(tensor.id).isBuffer = true;
}

void TensorBuilder::freeze(const Value &tensor) {
  mutate(get(tensor.id).storage).shared = true;
}

} // namespace tine::elaborate
