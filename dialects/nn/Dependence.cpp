//===- Dependence.cpp - What values are made of ---------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How: the graph is walked back from the outputs once; for each input presences
// grow from Unknown over Never or Always to Sometimes until nothing changes.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/Dependence.h"
#include "dialects/nn/DerivativeOps.h"
#include "dialects/nn/JoinOps.h"
#include "dialects/nn/Lists.h"
#include "dialects/tine/Tine.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tine;
using namespace tine::nn;

//===----------------------------------------------------------------------===//
// Loops that are known to run
//===----------------------------------------------------------------------===//

namespace {
/// Evaluates what a loop computes in front of its first iteration.
class Evaluator {
public:
  explicit Evaluator(scf::WhileOp loop) : loop(loop) {}
  Evaluator() = default;

  Attribute evaluate(Value value) {
    auto [known, isNew] = values.try_emplace(value);
    if (!isNew)
      return known->second;
    Attribute result = compute(value);
    return values[value] = result;
  }

private:
  Attribute compute(Value value) {
    Attribute constant;
    if (matchPattern(value, m_Constant(&constant)))
      return constant;
    if (auto argument = dyn_cast<BlockArgument>(value))
      return loop && argument.getOwner() == loop.getBeforeBody()
                 ? evaluate(loop.getInits()[argument.getArgNumber()])
                 : Attribute();
    Operation *op = value.getDefiningOp();
    unsigned number = cast<OpResult>(value).getResultNumber();
    if (auto branch = dyn_cast<scf::IfOp>(op)) {
      auto taken =
          dyn_cast_or_null<IntegerAttr>(evaluate(branch.getCondition()));
      if (!taken)
        return {};
      scf::YieldOp yield =
          taken.getValue().isZero() ? branch.elseYield() : branch.thenYield();
      return evaluate(yield.getOperand(number));
    }
    if (++steps > mostSteps || !isMemoryEffectFree(op) ||
        op->getNumRegions() != 0)
      return {};
    SmallVector<Attribute> operands;
    for (Value operand : op->getOperands())
      operands.push_back(evaluate(operand));
    SmallVector<OpFoldResult> results;
    if (failed(op->fold(operands, results)) || results.size() <= number)
      return {};
    if (auto attribute = dyn_cast<Attribute>(results[number]))
      return attribute;
    return evaluate(cast<Value>(results[number]));
  }

  static constexpr unsigned mostSteps = 256;
  scf::WhileOp loop;
  llvm::DenseMap<Value, Attribute> values;
  unsigned steps = 0;
};
} // namespace

std::optional<bool> nn::hasIteration(Operation *op) {
  if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    auto condition = dyn_cast_or_null<IntegerAttr>(
        Evaluator(loop).evaluate(loop.getConditionOp().getCondition()));
    if (condition)
      return !condition.getValue().isZero();
    return std::nullopt;
  }
  auto loop = cast<scf::ForOp>(op);
  auto lower =
      dyn_cast_or_null<IntegerAttr>(Evaluator().evaluate(loop.getLowerBound()));
  auto upper =
      dyn_cast_or_null<IntegerAttr>(Evaluator().evaluate(loop.getUpperBound()));
  if (!lower || !upper)
    return std::nullopt;
  return lower.getValue().slt(upper.getValue());
}

//===----------------------------------------------------------------------===//
// What is changed in place
//===----------------------------------------------------------------------===//

/// The values that a branch or loop makes its result of, inside of it; in a
/// loop those of an iteration's start and end, and what it starts with.
static SmallVector<Value> insideOf(OpResult result) {
  unsigned i = result.getResultNumber();
  if (auto branch = dyn_cast<scf::IfOp>(result.getOwner()))
    return {branch.thenYield().getOperand(i), branch.elseYield().getOperand(i)};
  if (auto loop = dyn_cast<scf::ForOp>(result.getOwner()))
    return {loop.getRegionIterArg(i),
            loop.getBody()->getTerminator()->getOperand(i),
            loop.getInitArgs()[i]};
  auto loop = dyn_cast<scf::WhileOp>(result.getOwner());
  if (!loop)
    return {};
  auto passed = dyn_cast<BlockArgument>(loop.getConditionOp().getArgs()[i]);
  if (!passed || passed.getOwner() != loop.getBeforeBody())
    return {};
  unsigned from = passed.getArgNumber();
  return {loop.getAfterArguments()[i], loop.getYieldOp().getOperand(from),
          loop.getInits()[from]};
}

llvm::SetVector<Value> nn::versionsOf(Value value, bool anyChoice) {
  llvm::SetVector<Value> versions;
  versions.insert(value);
  bool isUpdated = anyChoice;
  for (size_t i = 0; i < versions.size(); ++i) {
    auto result = dyn_cast<OpResult>(versions[i]);
    if (!result)
      continue;
    // What was updated before may be chosen here; an update in here is one.
    Operation *op = result.getOwner();
    isUpdated |=
        op->hasAttr("tine.update") && value.getDefiningOp()->isAncestor(op);
    for (Value inside : insideOf(result))
      versions.insert(inside);
  }
  // Otherwise a choice between tensors.
  if (!isUpdated && versions.size() > 1) {
    versions.clear();
    versions.insert(value);
  }
  return versions;
}

//===----------------------------------------------------------------------===//
// The graph
//===----------------------------------------------------------------------===//

bool nn::isContainer(Value value) {
  return isa<ListType, DictType>(value.getType());
}

static bool onlyGrows(Value list) {
  return llvm::all_of(namesOf(list), [](Value name) {
    return llvm::none_of(name.getUsers(),
                         llvm::IsaPred<ListPopOp, ListClearOp, ListSetOp>);
  });
}

SmallVector<Operation *> nn::appendsBefore(Value list, Operation *read,
                                           function_ref<bool(Value)> holds) {
  SmallVector<Operation *> appends;
  for (Operation *user : list.getUsers()) {
    auto append = dyn_cast<ListAppendOp>(user);
    if (!append || llvm::none_of(append.getLeaves(), holds))
      continue;
    for (Operation *op = user;;) {
      if (Operation *end = op->getBlock()->findAncestorOpInBlock(*read)) {
        if (op->isBeforeInBlock(end))
          appends.push_back(user);
        break;
      }
      op = op->getParentOp();
      if (!isa_and_nonnull<scf::ForOp, scf::WhileOp>(op) ||
          !hasIteration(op).value_or(false))
        break;
    }
  }
  return appends;
}

/// Whether derivatives go through values of the type. Numbers, indices and
/// conditions are made of nothing.
static bool carriesDerivatives(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return isa<FloatType>(tensor.getElementType());
  return isa<ListType, DictType, FutureType>(type);
}

/// What an op without facts has: other dialects only keep, choose and hand on
/// tensors.
static SmallVector<Value> operandsOf(Operation *op) {
  if (!isa<NNDialect>(op->getDialect()) && op->getNumRegions() == 0)
    return {};
  return SmallVector<Value>(op->getOperands());
}

/// What the derivative of the op by one of its operands is computed from.
static SmallVector<Value> usesOfDerivative(OpOperand &by) {
  if (auto op = dyn_cast<DerivativeOpInterface>(by.getOwner()))
    return op.getReadsFor(by.getOperandNumber());
  return operandsOf(by.getOwner());
}

/// What PyTorch keeps for it.
static SmallVector<Value> savedFor(OpOperand &by) {
  if (auto op = dyn_cast<DerivativeOpInterface>(by.getOwner()))
    return op.getSavedFor(by.getOperandNumber());
  return operandsOf(by.getOwner());
}

std::vector<Origin> DependenceGraph::makeGradientOrigins(GradientOp op,
                                                         Region *home) {
  std::vector<Origin> origins(op.getNumResults());
  SmallVector<Value> outputs(op.getOutputs());
  // A way back ends at the inputs, none of which is made of another one.
  SmallVector<Value> inputs(op.getInputs());
  DependenceGraph inner(outputs, home, inputs, gradients);
  for (auto [input, origin] : llvm::zip(op.getInputs(), origins)) {
    inner.solve(input);
    auto isMade = [&](Value value) {
      Presence presence = inner.presenceOf(value);
      return presence == Presence::Always || presence == Presence::Sometimes;
    };
    llvm::SmallSetVector<Value, 8> sources;
    for (auto [output, seed] : llvm::zip(op.getOutputs(), op.getSeeds()))
      if (isMade(output))
        sources.insert(seed);
    for (Value value : inner.values()) {
      Operation *made = value.getDefiningOp();
      if (!made || value == input || !isMade(value) ||
          isa<RegionBranchOpInterface>(made))
        continue;
      if (auto again = dyn_cast<GradientOp>(made)) {
        sources.insert_range(inner.originOf(value).sources);
        continue;
      }
      for (OpOperand &operand : made->getOpOperands())
        if (isMade(operand.get()))
          sources.insert_range(usesOfDerivative(operand));
    }
    origin.sources = sources.takeVector();
  }
  return origins;
}

/// What branches and loops of scf give the value, or hand on in a loop; none if
/// it is something else.
static std::optional<Origin> originOfChoice(Value value) {
  using Kind = Origin::Kind;
  Operation *op = value.getDefiningOp();
  if (!op) {
    auto argument = cast<BlockArgument>(value);
    op = argument.getOwner()->getParentOp();
    unsigned i = argument.getArgNumber();
    if (auto loop = dyn_cast_or_null<scf::ForOp>(op)) {
      if (i == 0)
        return Origin();
      return Origin{Kind::Carried,
                    {loop.getBody()->getTerminator()->getOperand(i - 1),
                     loop.getInitArgs()[i - 1]}};
    }
    auto loop = dyn_cast_or_null<scf::WhileOp>(op);
    if (!loop)
      return std::nullopt;
    if (argument.getOwner() == loop.getBeforeBody())
      return Origin{Kind::Carried,
                    {loop.getYieldOp()->getOperand(i), loop.getInits()[i]}};
    return Origin{Kind::Any, {loop.getConditionOp().getArgs()[i]}};
  }
  unsigned i = cast<OpResult>(value).getResultNumber();
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return Origin{
        Kind::Branch,
        {branch.thenYield().getOperand(i), branch.elseYield().getOperand(i)}};
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return Origin{Kind::Loop,
                  {loop.getBody()->getTerminator()->getOperand(i),
                   loop.getInitArgs()[i]}};
  auto loop = dyn_cast<scf::WhileOp>(op);
  if (!loop)
    return std::nullopt;
  Value passed = loop.getConditionOp().getArgs()[i];
  auto argument = dyn_cast<BlockArgument>(passed);
  if (!argument || argument.getOwner() != loop.getBeforeBody())
    return Origin{Kind::Any, {passed}};
  return Origin{Kind::Loop,
                {loop.getYieldOp().getOperand(argument.getArgNumber()),
                 loop.getInits()[argument.getArgNumber()]}};
}

/// Of a list whose elements are known.
static Origin originOfList(Value list) {
  llvm::SetVector<Value> names = namesOf(list);
  // What is put in by one name is there under all.
  bool isFirst = isChangedFirst(names);
  Origin origin{Origin::Kind::List, {}};
  if (std::optional<Origin> choice = originOfChoice(list); isFirst && choice)
    origin = std::move(*choice);
  if (isFirst) {
    names.clear();
    names.insert(list);
  }
  origin.isList = true;
  for (Value name : names) {
    Operation *made = name.getDefiningOp();
    if (made && makesList(made) && !isa<ListNewOp>(made))
      origin.sources.push_back(made->getOperand(0));
    for (OpOperand &use : name.getUses()) {
      Operation *user = use.getOwner();
      if (use.getOperandNumber() == 0 &&
          isa<ListAppendOp, ListInsertOp, ListSetOp, ListExtendOp>(user))
        for (Value put : user->getOperands().drop_front())
          if (carriesDerivatives(put.getType()))
            origin.sources.push_back(put);
    }
  }
  return origin;
}

Origin DependenceGraph::makeOrigin(Value value, Region *home) {
  using Kind = Origin::Kind;
  Origin origin;
  if (!carriesDerivatives(value.getType()))
    return origin;
  auto addAll = [&](Operation *op) {
    op->walk([&](Operation *inner) {
      llvm::append_range(origin.sources, inner->getOperands());
    });
  };
  if (hasOwnElements(value))
    return originOfList(value);
  if (isContainer(value)) {
    origin.kind = Kind::Container;
    // What is put into it can come out of it.
    SmallVector<Value> names{value};
    while (!names.empty())
      for (OpOperand &use : names.pop_back_val().getUses()) {
        if (auto fork = dyn_cast<ForkOp>(use.getOwner()))
          names.push_back(fork.getBody().getArgument(use.getOperandNumber()));
        else if (use.getOwner()->getNumResults() == 0)
          addAll(use.getOwner());
      }
  }
  Operation *op = value.getDefiningOp();
  if (!op) {
    auto argument = cast<BlockArgument>(value);
    if (argument.getOwner()->getParent()->isAncestor(home))
      return origin;
    Origin carried = originOfChoice(value).value_or(Origin());
    if (auto fork =
            dyn_cast_or_null<ForkOp>(argument.getOwner()->getParentOp()))
      carried.sources = {fork.getCaptures()[argument.getArgNumber()]};
    if (origin.kind != Kind::Container)
      return carried;
    llvm::append_range(origin.sources, carried.sources);
    return origin;
  }
  if (isa<nn::DetachOp>(op))
    return origin;
  if (auto own = dyn_cast<WithDerivativeOp>(op)) {
    llvm::append_range(origin.sources, own.getInputs());
    return origin;
  }
  if (origin.kind == Kind::Container) {
    addAll(op);
    return origin;
  }
  if (std::optional<Origin> choice = originOfChoice(value))
    return *choice;
  if (auto wait = dyn_cast<WaitOp>(op))
    if (auto fork = wait.getFuture().getDefiningOp<ForkOp>())
      return {Kind::Any,
              {fork.getBody().front().getTerminator()->getOperand(
                  cast<OpResult>(value).getResultNumber())}};
  if (auto gradient = dyn_cast<GradientOp>(op)) {
    auto known = gradients->find(gradient);
    if (known == gradients->end()) {
      // A way around a loop comes here again: of all, then.
      llvm::append_range(origin.sources, gradient.getOutputs());
      llvm::append_range(origin.sources, gradient.getSeeds());
      std::vector<Origin> all(gradient.getNumResults(), origin);
      known = gradients->try_emplace(gradient, std::move(all)).first;
      known->second = makeGradientOrigins(gradient, home);
    }
    return known->second[cast<OpResult>(value).getResultNumber()];
  }
  addAll(op);
  return origin;
}

DependenceGraph::DependenceGraph(ArrayRef<Value> outputs, Region *home,
                                 ArrayRef<Value> ends,
                                 std::shared_ptr<GradientOrigins> known)
    : gradients(known ? known : std::make_shared<GradientOrigins>()) {
  // An explicit stack of values and how many of their sources were visited.
  SmallVector<std::pair<unsigned, unsigned>> open;
  std::vector<Node> found;
  llvm::DenseMap<Value, unsigned> seen;
  std::vector<unsigned> order;
  auto meet = [&](Value value) {
    if (!seen.try_emplace(value, found.size()).second)
      return;
    open.push_back({found.size(), 0});
    Node node;
    node.value = value;
    if (!llvm::is_contained(ends, value))
      node.origin = makeOrigin(value, home);
    if (node.origin.kind == Origin::Kind::Branch ||
        node.origin.kind == Origin::Kind::Loop ||
        node.origin.kind == Origin::Kind::Carried ||
        node.origin.kind == Origin::Kind::List)
      choices = true;
    if (node.origin.kind == Origin::Kind::Loop)
      node.runs = hasIteration(value.getDefiningOp());
    found.push_back(std::move(node));
  };
  for (Value output : outputs) {
    meet(output);
    while (!open.empty()) {
      auto &[number, next] = open.back();
      if (next == found[number].origin.sources.size()) {
        order.push_back(number);
        open.pop_back();
        continue;
      }
      Value source = found[number].origin.sources[next++];
      meet(source);
    }
  }
  for (unsigned number : order) {
    numbers[found[number].value] = nodes.size();
    nodes.push_back(std::move(found[number]));
  }
  for (Node &node : nodes)
    for (Value source : node.origin.sources)
      node.sources.push_back(numbers.lookup(source));
}

Presence DependenceGraph::combine(const Node &node) const {
  // An arm that gives nothing (it raises an error) is of no account, nor is a
  // list that stays empty.
  auto of = [&](unsigned i) {
    const Node &source = nodes[node.sources[i]];
    bool isEmpty = source.value.getDefiningOp<ub::PoisonOp>() ||
                   (source.origin.isList && source.sources.empty());
    return isEmpty ? Presence::Unknown : source.presence;
  };
  auto merge = [](Presence a, Presence b) {
    if (a == Presence::Unknown || a == b)
      return b;
    return b == Presence::Unknown ? a : Presence::Sometimes;
  };
  switch (node.origin.kind) {
  case Origin::Kind::Branch:
  case Origin::Kind::Carried:
    return merge(of(0), of(1));
  case Origin::Kind::Loop:
    if (node.runs)
      return of(*node.runs ? 0 : 1);
    return merge(of(0), of(1));
  case Origin::Kind::List: {
    Presence result = Presence::Unknown;
    bool isKnown = true;
    for (unsigned i = 0; i < node.sources.size(); ++i) {
      const Node &source = nodes[node.sources[i]];
      result = merge(result, of(i));
      isKnown &= source.presence != Presence::Unknown;
    }
    return result == Presence::Unknown && isKnown ? Presence::Never : result;
  }
  case Origin::Kind::Any:
  case Origin::Kind::Container:
    break;
  }
  // What joins all elements has those that are certainly there.
  auto isAlways = [&](Value put) {
    auto known = numbers.find(put);
    return known != numbers.end() &&
           nodes[known->second].presence == Presence::Always;
  };
  auto join = node.value.getDefiningOp<ListCatOp>();
  bool some = false, unknown = false;
  for (unsigned source : node.sources) {
    Presence presence = nodes[source].presence;
    if (presence == Presence::Always)
      return presence;
    if (join && nodes[source].origin.isList && onlyGrows(nodes[source].value) &&
        !appendsBefore(nodes[source].value, join, isAlways).empty())
      return Presence::Always;
    some |= presence == Presence::Sometimes;
    unknown |= presence == Presence::Unknown;
  }
  if (some && node.origin.kind == Origin::Kind::Container)
    return Presence::Always; // which part it is in is not known
  return some      ? Presence::Sometimes
         : unknown ? Presence::Unknown
                   : Presence::Never;
}

void DependenceGraph::solve(ArrayRef<Value> inputs) {
  for (Node &node : nodes)
    node.presence = Presence::Unknown;
  llvm::DenseSet<unsigned> given;
  for (Value input : inputs)
    if (auto known = numbers.find(input); known != numbers.end())
      given.insert(known->second);
  for (unsigned number : given)
    nodes[number].presence = Presence::Always;
  if (given.empty())
    return;
  auto grow = [&] {
    for (bool changed = true; changed;) {
      changed = false;
      for (auto [i, node] : llvm::enumerate(nodes)) {
        if (given.contains(i) || node.presence == Presence::Sometimes)
          continue;
        Presence presence = combine(node);
        changed |= presence != node.presence;
        node.presence = presence;
      }
    }
  };
  grow();
  // What is made of itself only.
  for (Node &node : nodes)
    if (node.presence == Presence::Unknown)
      node.presence = Presence::Never;
  grow();
}

Presence DependenceGraph::presenceOf(Value value) const {
  auto known = numbers.find(value);
  return known == numbers.end() ? Presence::Never
                                : nodes[known->second].presence;
}

SmallVector<Value>
nn::readByDerivatives(Value value, const DependenceGraph &graph,
                      function_ref<bool(Value)> isDerivedBy) {
  SmallVector<Value> made;
  for (OpOperand &use : value.getUses()) {
    Operation *op = use.getOwner();
    if (auto own = op->getParentOfType<WithDerivativeOp>())
      op = own;
    auto isInGraph = [&](Value result) { return graph.contains(result); };
    auto result = llvm::find_if(op->getResults(), isInGraph);
    if (result == op->getResults().end() || llvm::is_contained(made, *result))
      continue;
    if (llvm::any_of(op->getOpOperands(), [&](OpOperand &by) {
          return isa<RankedTensorType>(by.get().getType()) &&
                 llvm::is_contained(savedFor(by), value) &&
                 isDerivedBy(by.get());
        }))
      made.push_back(*result);
  }
  return made;
}
