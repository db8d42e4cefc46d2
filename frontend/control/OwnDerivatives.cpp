//===- OwnDerivatives.cpp - Functions with a derivative of their own ------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `_tine.with_derivative(outputs, inputs, backward)`: the outputs, tensors that
// were computed without a graph, made of the inputs. `backward` is called at
// once, on cotangents that only the backward pass will have; what it computes
// is the region of an `nn.with_derivative`.
//
//===----------------------------------------------------------------------===//

#include "frontend/control/OwnDerivatives.h"
#include "dialects/nn/DerivativeOps.h"
#include "frontend/builtins/Registry.h"
#include "frontend/builtins/TensorOps.h"
#include "frontend/control/Elaborator.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

OwnDerivative::OwnDerivative(Elaborator &e, ast::Range range)
    : e(e), range(range), scratch(e.program.dropped), region(scratch.get()) {}

/// Calls the function in the region.
bool OwnDerivative::elaborate(const Value &backward, size_t count) {
  Location where = e.loc(range);
  OpBuilder::InsertPoint outside = e.b.saveInsertionPoint();
  State before = e.save();
  Block *block = e.b.createBlock(&region);
  CallArgs args(range);
  for (mlir::Value result : results)
    args.positional.push_back(e.tensors.newTensor(
        block->addArgument(result.getType(), where), false, ""));
  args.ranges.assign(args.positional.size(), range);
  ++e.diagnoser.conditional;
  // An error of the backward pass comes out of it, and not here.
  std::vector<Attempt> attempts;
  std::swap(attempts, e.diagnoser.attempts);
  Value given = e.call(backward, args);
  std::swap(attempts, e.diagnoser.attempts);
  --e.diagnoser.conditional;
  if (e.diagnoser.endDeadPath()) {
    e.error(range, "the backward function of this always fails");
    return false;
  }
  if (e.stopped())
    return false;
  std::vector<Value> items{given};
  if (given.is(Kind::Tuple) || given.is(Kind::List)) {
    items.clear();
    if (!e.containers.staticItems(given, items)) {
      e.error(range, "the number of gradients that a backward function returns "
                     "must be known at compile time");
      return false;
    }
  }
  // Those behind the arguments must be None.
  while (items.size() > count && items.back().is(Kind::None))
    items.pop_back();
  if (items.size() != count) {
    e.fault("RuntimeError", range,
            "function returned an incorrect number of gradients (expected " +
                Twine(count) + ", got " + Twine(items.size()) + ")");
    return false;
  }
  for (const Value &item : items) {
    if (!item.is(Kind::Tensor) && !item.is(Kind::None)) {
      e.error(range, "a backward function returns tensors or None, not a "
                     "value of type '" +
                         toString(e.types.typeOf(item)) + "'");
      return false;
    }
    gradients.push_back(item.is(Kind::Tensor) ? e.tensors.readThrough(item)
                                              : mlir::Value());
  }
  State after = e.save();
  bool changes = llvm::any_of(changedSlots(before, after), [](const Slot &s) {
    return s.kind != Slot::Kind::Local;
  });
  llvm::StringRef does = changes ? "changes what it did not make" : "";
  region.walk([&](PrintOp) { does = "prints"; });
  region.walk([&](WriteFileOp) { does = "writes a file"; });
  region.walk([&](WriteImageOp) { does = "writes a file"; });
  region.walk([&](FileOp) { does = "uses files"; });
  if (!does.empty()) {
    e.error(range, "a backward function that " + does + " is not supported");
    return false;
  }
  e.restore(before);
  e.b.restoreInsertionPoint(outside);
  size_t older = before.heap.size();
  mergeFacts(e.objects.heap, after.heap, after.heap, older, {});
  e.objects.dropInvisible(before.heap);
  return true;
}

/// A cotangent in the type of the input.
mlir::Value OwnDerivative::fit(mlir::Value gradient, RankedTensorType type) {
  auto own = cast<RankedTensorType>(gradient.getType());
  if (own.getElementType() != type.getElementType())
    gradient = e.tensors.castTensor(gradient, type.getElementType());
  own = cast<RankedTensorType>(gradient.getType());
  if (own == type)
    return gradient;
  if (own.getRank() != type.getRank() ||
      failed(verifyCompatibleShape(own.getShape(), type.getShape()))) {
    e.error(range, "a backward function returned a gradient of another shape "
                   "than the input");
    return {};
  }
  return tensor::CastOp::create(e.b, e.loc(range), type, gradient);
}

Value OwnDerivative::run(const std::vector<Value> &outputs,
                         const std::vector<Value> &inputs,
                         const Value &backward, StringRef gradFn) {
  Location where = e.loc(range);
  // What a backward function is given has a graph where it is asked for again.
  auto hasGraph = [&](const Value &input) {
    return e.grads.requiresGrad(input) ||
           (e.ownDerivatives > 0 &&
            isa<FloatType>(e.tensors.tensorType(input).getElementType()));
  };
  if (!e.objects.recordsGraph() || llvm::none_of(inputs, hasGraph))
    return makeTuple(outputs);
  SmallVector<mlir::Value> values;
  for (const Value &output : outputs)
    values.push_back(
        nn::DetachOp::create(e.b, where, e.tensors.readThrough(output)));
  SmallVector<mlir::Value> by;
  for (const Value &input : inputs)
    if (hasGraph(input))
      by.push_back(e.tensors.readThrough(input));
  SmallVector<mlir::Type> types(ValueRange(values).getTypes());
  auto op = nn::WithDerivativeOp::create(e.b, where, types, values, by);
  results.assign(op.getResults().begin(), op.getResults().end());
  std::vector<Value> made;
  for (auto [output, result] : llvm::zip(outputs, results)) {
    bool isFloat = isa<FloatType>(getElementTypeOrSelf(result));
    const Object &object = e.get(output.id);
    bool isOwn = object.path.empty() && !object.requiresGrad && isFloat &&
                 llvm::none_of(inputs, [&](const Value &input) {
                   return e.get(input.id).storage == object.storage;
                 });
    if (isOwn) {
      if (!e.tensors.write(output, result, range))
        return {};
      e.grads.becomeGraded(output, gradFn);
      made.push_back(output);
    } else {
      made.push_back(isFloat ? e.tensors.newTensor(result, true, gradFn)
                             : output);
    }
  }
  // A derivative may be made of functions with one of their own, and so on for
  // ever: where the third one is asked for, the run fails.
  constexpr unsigned mostOrders = 2;
  if (e.ownDerivatives == mostOrders) {
    OpBuilder::InsertionGuard guard(e.b);
    Block *block = e.b.createBlock(&region);
    for (mlir::Value result : results)
      block->addArgument(result.getType(), where);
    e.check(e.ssa(makeBool(false)), "NotImplementedError",
            "third derivatives of this function are not supported", range);
    for (const Value &input : inputs)
      gradients.push_back(e.tensors.readThrough(input));
  } else {
    ++e.ownDerivatives;
    bool isDone = elaborate(backward, inputs.size());
    --e.ownDerivatives;
    if (!isDone)
      return {};
  }

  SmallVector<mlir::Value> cotangents;
  unsigned number = 0;
  {
    OpBuilder::InsertionGuard guard(e.b);
    e.b.setInsertionPointToEnd(&region.back());
    for (auto [input, gradient] : llvm::zip(inputs, gradients)) {
      if (!hasGraph(input))
        continue;
      if (!gradient) {
        op.getInputsMutable().erase(number);
        continue;
      }
      mlir::Value fitting = fit(
          gradient, cast<RankedTensorType>(op.getInputs()[number++].getType()));
      if (!fitting)
        return {};
      cotangents.push_back(fitting);
    }
    nn::CotangentsOp::create(e.b, where, cotangents);
  }
  op.getBody().takeBody(region);
  for (auto [value, result] : llvm::zip(values, op.getResults()))
    mlir::Value(result).replaceUsesWithIf(value, [&](OpOperand &use) {
      return op.getBody().isAncestor(use.getOwner()->getParentRegion());
    });
  return makeTuple(made);
}

Value Elaborator::withDerivative(const std::vector<Value> &outputs,
                                 const std::vector<Value> &inputs,
                                 const Value &backward, StringRef gradFn,
                                 ast::Range range) {
  return OwnDerivative(*this, range).run(outputs, inputs, backward, gradFn);
}

} // namespace tine::elaborate
