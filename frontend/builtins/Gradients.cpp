//===- Gradients.cpp - Gradients of outputs by inputs ---------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A gradient is one op, `nn.gradient`, of values that exist by then; the pass
// `differentiate` does the rest. Here it is found out what a tensor depends on.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/ArithmeticOps.h"
#include "dialects/nn/Dependence.h"
#include "dialects/nn/DerivativeOps.h"
#include "frontend/builtins/BackwardPass.h"
#include "frontend/builtins/TensorOps.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/Frames.h"
#include "frontend/services/GradFlags.h"
#include "frontend/services/Objects.h"
#include "frontend/services/Program.h"
#include "frontend/services/TensorBuilder.h"
#include "frontend/services/TypeLattice.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// Whether two tensors may have the same sizes.
static bool fitsShape(mlir::Value a, mlir::Value b) {
  auto x = cast<RankedTensorType>(a.getType());
  auto y = cast<RankedTensorType>(b.getType());
  return x.getRank() == y.getRank() &&
         succeeded(verifyCompatibleShape(x.getShape(), y.getShape()));
}

/// Whether one of the outputs is made of the input.
static nn::Presence presenceIn(nn::DependenceGraph &graph,
                               ArrayRef<mlir::Value> outputs,
                               mlir::Value input) {
  if (!graph.contains(input))
    return nn::Presence::Never;
  if (!graph.hasChoices())
    return nn::Presence::Always;
  graph.solve(input);
  nn::Presence result = nn::Presence::Never;
  for (mlir::Value output : outputs) {
    nn::Presence presence = graph.presenceOf(output);
    if (presence == nn::Presence::Always)
      return presence;
    if (presence == nn::Presence::Sometimes)
      result = presence;
  }
  return result;
}

/// The inputs in groups, none of which has one that is made of another: a way
/// back ends at the inputs of its op. Leaves are made of nothing.
static std::vector<SmallVector<mlir::Value>>
independent(ArrayRef<mlir::Value> inputs,
            const llvm::DenseSet<mlir::Value> &leaves) {
  std::vector<SmallVector<mlir::Value>> groups;
  auto isMadeOf = [&](mlir::Value value, mlir::Value other) {
    if (leaves.contains(value))
      return false;
    // What an iteration starts with is made of what others started with.
    if (isa<BlockArgument>(value) && isa<BlockArgument>(other) &&
        value.getParentBlock() == other.getParentBlock())
      return false;
    nn::DependenceGraph graph({value}, value.getParentRegion());
    // Earlier iterations may have made it of anything.
    return graph.contains(other) ||
           llvm::any_of(graph.values(),
                        [](mlir::Value v) { return isa<BlockArgument>(v); });
  };
  for (mlir::Value input : inputs) {
    auto fits = [&](ArrayRef<mlir::Value> group) {
      return llvm::none_of(group, [&](mlir::Value other) {
        return isMadeOf(input, other) || isMadeOf(other, input);
      });
    };
    auto group = llvm::find_if(groups, fits);
    if (group == groups.end())
      groups.push_back({input});
    else
      group->push_back(input);
  }
  return groups;
}

/// What a backward pass begins with at an output; null after an error.
static mlir::Value seedOf(Context &e, const Value &tensor, const Value &seed,
                          ast::Range range) {
  RankedTensorType type = e.tensors.tensorType(tensor);
  Location where = e.loc(range);
  auto isSame = [&](const Value &x, const Value &y) {
    return arith::CmpIOp::create(e.b, where, arith::CmpIPredicate::eq, e.ssa(x),
                                 e.ssa(y));
  };
  if (!seed.is(Kind::Tensor)) {
    const char *message =
        "grad can be implicitly created only for scalar outputs";
    if (!type.hasStaticShape()) {
      e.check(isSame(e.tensors.numel(tensor), makeInt(int64_t(1))),
              "RuntimeError", message, range);
    } else if (type.getNumElements() != 1) {
      e.fault("RuntimeError", range, message);
      return {};
    }
    return fullLike(e, tensor, makeFloat(1.0), type.getElementType(), range);
  }
  const char *message =
      "Mismatch in shape: grad_output[0] has another shape than output[0]";
  RankedTensorType own = e.tensors.tensorType(seed);
  if (own.getRank() != type.getRank() ||
      failed(verifyCompatibleShape(own.getShape(), type.getShape()))) {
    e.fault("RuntimeError", range, message);
    return {};
  }
  for (int64_t d = 0; d < type.getRank(); ++d)
    if (type.isDynamicDim(d) || own.isDynamicDim(d))
      e.check(isSame(e.tensors.size(seed, d), e.tensors.size(tensor, d)),
              "RuntimeError", message, range);
  mlir::Value weight = e.tensors.readThrough(seed);
  if (weight.getType() == type)
    return weight;
  return tensor::CastOp::create(e.b, where, type, weight);
}

namespace {

/// The way back from outputs to inputs.
class WayBack : public Service {
public:
  WayBack(const Context &context, SmallVector<mlir::Value> outputs,
          SmallVector<mlir::Value> seeds, GraphUse graphUse, ast::Range range)
      : Service(context), values(std::move(outputs)), seeds(std::move(seeds)),
        graphUse(graphUse), range(range), where(loc(range)),
        dependence(values, b.getInsertionBlock()->getParent()),
        before(grads.graph.madeBefore(dependence)) {}

  /// False, reported, where the graph is not what it was made as, or is not
  /// this task's.
  bool isPossible(ArrayRef<Value> inputs);
  void addInput(const Value &input);
  /// Makes the ops, which go on behind none of `ends`.
  void derive(ArrayRef<mlir::Value> ends);
  /// The gradients by the inputs.
  bool collect(std::vector<Value> &out);

private:
  /// An input is known by the values of its storage; its gradient is the view
  /// of theirs.
  struct Input {
    Value tensor;
    std::vector<Elements> parts;
    mlir::Value condition; ///< whether it has a gradient; null: it has
  };

  bool isFresh(mlir::Value value);
  mlir::Value sumOfParts(const Input &input, bool ofStorage);
  Value gradientOf(const Input &input);

  SmallVector<mlir::Value> values, seeds;
  GraphUse graphUse;
  ast::Range range;
  Location where;
  nn::DependenceGraph dependence;
  llvm::DenseSet<mlir::Value> before; ///< made by earlier iterations
  std::vector<Input> inputs;
  SmallVector<mlir::Value> by; ///< each once
  llvm::DenseSet<mlir::Value> leaves;
  llvm::DenseMap<mlir::Value, mlir::Value> gradientBy;
};

bool WayBack::isPossible(ArrayRef<Value> inputs) {
  // Each iteration would take a derivative of a higher order.
  if (graphUse == GraphUse::Create && !before.empty() &&
      grads.graph.reachesCarried(values, inputs)) {
    if (!decisions.unrollEnclosingLoop())
      error(range, "this takes derivatives of what an earlier iteration has "
                   "computed, and will be derived itself; take it behind the "
                   "loop, or let the number of iterations be known");
    return false;
  }
  for (unsigned id = 0; id < frames.heapAtFork; ++id)
    if (objects.heap[id] && objects.heap[id]->kind == Object::Kind::Tensor &&
        objects.heap[id]->requiresGrad && !objects.heap[id]->isLeaf &&
        dependence.contains(grads.graph.storedIn(id)))
      return error(range,
                   "the graph of this tensor was made outside of the task; "
                   "make it in the task, or take the gradient outside");
  return grads.graph.leavesAreUnchanged(dependence, values, range) &&
         grads.graph.savedAreUnchanged(dependence, values, range);
}

/// Whether it is another tensor in each iteration of the loop whose argument it
/// is.
bool WayBack::isFresh(mlir::Value value) {
  return llvm::any_of(decisions.activeLoops, [&](const ActiveLoop &loop) {
    return llvm::is_contained(loop.history.args, value) &&
           !loop.history.storages.contains(value);
  });
}

void WayBack::addInput(const Value &tensor) {
  const Object &object = get(tensor.id);
  Input input{tensor, {}, {}};
  std::vector<Elements> all = grads.graph.elementsOfInput(tensor.id);
  for (const Elements &part : all) {
    mlir::Value value = part.value;
    nn::Presence presence = presenceIn(dependence, values, value);
    bool wasUsed = object.isLeaf && presence == nn::Presence::Never &&
                   llvm::any_of(nn::versionsOf(value), [&](mlir::Value v) {
                     return dependence.contains(v) &&
                            llvm::none_of(all, [&](const Elements &other) {
                              return other.value == v;
                            });
                   });
    bool inLoops = before.contains(value) || wasUsed;
    if (inLoops && isFresh(value))
      presence = nn::Presence::Always;
    inLoops &= presence != nn::Presence::Always;
    if (presence == nn::Presence::Never && !inLoops)
      continue;
    mlir::Value used;
    if (presence == nn::Presence::Sometimes || inLoops)
      used = nn::DependsOp::create(b, where, b.getI1Type(), values, value,
                                   inLoops);
    if (input.parts.empty())
      input.condition = used;
    else if (used && input.condition)
      input.condition = arith::OrIOp::create(b, where, input.condition, used);
    else
      input.condition = {};
    input.parts.push_back(part);
    if (!llvm::is_contained(by, value))
      by.push_back(value);
    if (object.isLeaf)
      leaves.insert(value);
    program.parameters.differentiated(object.storage);
  }
  // Only the run knows whether it requires one.
  if (mlir::Value flag = grads.requiresGradFlag(tensor))
    input.condition =
        input.condition ? arith::AndIOp::create(b, where, input.condition, flag)
                        : flag;
  inputs.push_back(std::move(input));
}

void WayBack::derive(ArrayRef<mlir::Value> ends) {
  std::vector<SmallVector<mlir::Value>> groups;
  if (ends.empty()) {
    groups = independent(by, leaves);
  } else {
    // Another input in the same op would end ways to an end.
    SmallVector<mlir::Value> first, others;
    for (mlir::Value value : by)
      if (leaves.contains(value))
        first.push_back(value);
      else if (!llvm::is_contained(ends, value))
        others.push_back(value);
    groups = independent(others, leaves);
    groups.insert(groups.begin(), first);
    for (SmallVector<mlir::Value> &group : groups)
      group.append(ends.begin(), ends.end());
  }
  for (const auto &[i, group] : llvm::enumerate(groups)) {
    SmallVector<mlir::Type> types(ValueRange(group).getTypes());
    // The next one goes through the same graph.
    bool retain = graphUse != GraphUse::Release || i + 1 < groups.size();
    auto op = nn::GradientOp::create(b, where, types, values, seeds, group,
                                     retain, /*fresh=*/DenseI64ArrayAttr());
    SmallVector<int64_t> fresh;
    for (auto [k, value] : llvm::enumerate(group))
      if (isFresh(value))
        fresh.push_back(k);
    if (!fresh.empty())
      op.setFreshAttr(b.getDenseI64ArrayAttr(fresh));
    for (auto [value, gradient] : llvm::zip(group, op.getGradients()))
      gradientBy.try_emplace(value, gradient);
  }
}

/// Null after an error.
mlir::Value WayBack::sumOfParts(const Input &input, bool ofStorage) {
  mlir::Value sum;
  for (const Elements &part : input.parts) {
    mlir::Value more = gradientBy[part.value];
    if (!ofStorage) {
      Value view = tensors.newTensor(more, false, "");
      mutate(view.id).path = part.path;
      more = tensors.readThrough(view);
    }
    if (sum && !fitsShape(more, sum)) {
      error(range, "'.data' of a leaf was assigned a tensor of another size "
                   "since this was computed of it; take the gradient before");
      return {};
    }
    if (sum && more.getType() != sum.getType())
      more = tensor::CastOp::create(b, where, sum.getType(), more);
    sum =
        sum ? nn::AddOp::create(b, where, sum.getType(), sum, more).getResult()
            : more;
  }
  return sum;
}

/// Invalid after an error.
Value WayBack::gradientOf(const Input &input) {
  const std::vector<ViewStep> path = get(input.tensor.id).path;
  bool ofStorage = llvm::all_of(
      input.parts, [&](const Elements &part) { return part.path == path; });
  mlir::Value value = sumOfParts(input, ofStorage);
  if (!value)
    return {};
  bool createGraph = graphUse == GraphUse::Create;
  // A sum takes no notice of it where the leaf requires none.
  if (mlir::Value flag = grads.requiresGradFlag(input.tensor);
      flag && !createGraph) {
    mlir::Value zeros =
        fullLike(*this, tensors.newTensor(value, false, ""), makeFloat(0.0),
                 getElementTypeOrSelf(value), range);
    value = arith::SelectOp::create(b, where, flag, value, zeros);
  }
  if (!createGraph)
    value = nn::DetachOp::create(b, where, value);
  Value gradient = tensors.newTensor(
      value, createGraph && grads.graph.isMadeOfGraded(value), "");
  if (ofStorage && !path.empty()) {
    Object &view = mutate(gradient.id);
    view.path = path;
    view.tensorType = get(input.tensor.id).tensorType;
  }
  // Only the run knows whether a branch has used it.
  if (input.condition) {
    Value optional;
    optional.kind = Kind::Optional;
    optional.ssa = input.condition;
    optional.items = {gradient};
    gradient = optional;
  }
  return gradient;
}

bool WayBack::collect(std::vector<Value> &out) {
  for (const Input &input : inputs) {
    bool isLeaf = get(input.tensor.id).isLeaf;
    bool isUnknown =
        isLeaf && (input.parts.empty()
                       ? grads.graph.comesWith(input.tensor, dependence)
                       : grads.graph.comesThrough(input.tensor, dependence));
    if (input.parts.empty() || isUnknown) {
      out.emplace_back();
      if (isUnknown)
        out.back().kind = Kind::Undefined;
      continue;
    }
    out.push_back(gradientOf(input));
    if (!out.back())
      return false;
  }
  return true;
}

} // namespace

bool BackwardPass::gradientsUpTo(ArrayRef<mlir::Value> ends,
                                 const Outputs &outputs,
                                 const std::vector<Value> &inputs,
                                 GraphUse graphUse, ast::Range range,
                                 std::vector<Value> &out) {
  SmallVector<mlir::Value> values, seeds;
  for (auto [tensor, seed] : llvm::zip(outputs.tensors, outputs.seeds)) {
    if (!tensor.is(Kind::Tensor))
      return error(range,
                   "gradients are taken of tensors, not of a value of type '" +
                       toString(types.typeOf(tensor)) + "'");
    if (!grads.requiresGrad(tensor))
      return fault(
          "RuntimeError", range,
          "element 0 of tensors does not require grad and does not have a "
          "grad_fn");
    values.push_back(tensors.readThrough(tensor));
    seeds.push_back(seedOf(*this, tensor, seed, range));
    if (!seeds.back())
      return false;
  }
  WayBack way(*this, values, seeds, graphUse, range);
  if (!way.isPossible(inputs))
    return false;
  for (const Value &input : inputs)
    way.addInput(input);
  way.derive(ends);
  return way.collect(out);
}

} // namespace tine::elaborate
