//===- GraphQuestions.cpp - What is asked of the graph before -------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A gradient is right only if what derivatives read is still what was computed
// with, and if it is known by which name the graph knows a tensor. Here that is
// asked of the values in the graph (dialects/nn/Dependence.h) and the tensors
// on the heap.
//
//===----------------------------------------------------------------------===//

#include "frontend/services/GraphQuestions.h"
#include "dialects/nn/Dependence.h"
#include "dialects/nn/DerivativeOps.h"
#include "dialects/nn/JoinOps.h"
#include "dialects/nn/Lists.h"
#include "frontend/services/Context.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/GradFlags.h"
#include "frontend/services/Objects.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

bool GraphQuestions::isVisible(mlir::Value value) {
  Block *block = value.getParentBlock();
  return block->empty() || !block->back().hasTrait<OpTrait::IsTerminator>();
}

/// All values that a storage had where derivatives may look for it.
static SmallVector<mlir::Value> valuesOfStorage(const Object &storage) {
  SmallVector<mlir::Value> values(storage.readAs.begin(), storage.readAs.end());
  values.push_back(storage.current);
  return values;
}

mlir::Value GraphQuestions::storedIn(unsigned tensor) {
  return get(get(tensor).storage).current;
}

SmallVector<mlir::Value> GraphQuestions::storedIn(const Outputs &outputs) {
  SmallVector<mlir::Value> values;
  for (const Value &tensor : outputs.tensors)
    if (tensor.is(Kind::Tensor))
      values.push_back(storedIn(tensor.id));
  return values;
}

llvm::DenseSet<mlir::Value> GraphQuestions::gradedValues() {
  llvm::DenseSet<mlir::Value> graded;
  for (const auto &object : objects.heap)
    if (object && object->kind == Object::Kind::Tensor &&
        object->requiresGrad) {
      graded.insert_range(valuesOfStorage(*objects.heap[object->storage]));
      for (const Elements &former : object->formerly)
        graded.insert(former.value);
    }
  return graded;
}

bool GraphQuestions::isMadeOfGraded(mlir::Value value) {
  llvm::DenseSet<mlir::Value> graded = gradedValues();
  nn::DependenceGraph graph({value}, b.getInsertionBlock()->getParent());
  return llvm::any_of(graph.values(), [&](mlir::Value made) {
    Operation *op = made.getDefiningOp();
    // What is inside of a branch or loop has no name here.
    return !op || op->getNumRegions() != 0 || graded.contains(made) ||
           isa<TineDialect>(op->getDialect());
  });
}

bool GraphQuestions::isMadeOfUnsure(const Value &tensor) {
  if (get(tensor.id).isLeaf || !grads.requiresGrad(tensor))
    return false;
  llvm::DenseSet<mlir::Value> sure, unsure;
  for (unsigned id = 0; id < objects.heap.size(); ++id) {
    if (!objects.heap[id] || objects.heap[id]->kind != Object::Kind::Tensor ||
        !objects.heap[id]->requiresGrad)
      continue;
    const Object &storage = *objects.heap[objects.heap[id]->storage];
    if (objects.heap[id]->unsureGrad)
      unsure.insert(storage.current);
    else if (grads.requiresGradFlag(makeRef(Kind::Tensor, id)))
      unsure.insert_range(valuesOfStorage(storage));
    else if (objects.heap[id]->isLeaf)
      sure.insert_range(valuesOfStorage(storage));
  }
  if (unsure.empty())
    return false;
  SmallVector<mlir::Value> ends(unsure.begin(), unsure.end());
  nn::DependenceGraph graph({storedIn(tensor.id)},
                            b.getInsertionBlock()->getParent(), ends);
  auto isIn = [&](mlir::Value value) { return graph.contains(value); };
  return llvm::any_of(unsure, isIn) && llvm::none_of(sure, isIn);
}

/// Whether `first` is in front of `second` in the innermost block around both,
/// which may have to be around a third op.
static bool isInFrontOf(Operation *first, Operation *second,
                        Operation *around = nullptr) {
  // What holds the body of a loop that is not finished is in no block.
  for (Operation *op = first; op && op->getBlock(); op = op->getParentOp()) {
    Block *block = op->getBlock();
    if (Operation *other = block->findAncestorOpInBlock(*second))
      return op->isBeforeInBlock(other) &&
             (!around || block->findAncestorOpInBlock(*around));
  }
  return false;
}

/// True if `append` is the last write to the list that `read` can observe, and
/// `holds` is true for what it writes.
static bool isLastBefore(Operation *read, Operation *append, mlir::Value list,
                         function_ref<bool(mlir::Value)> holds) {
  return nn::namesOf(list).size() == 1 &&
         llvm::all_of(list.getUses(), [&](OpOperand &use) {
           Operation *user = use.getOwner();
           auto other = dyn_cast<ListAppendOp>(user);
           return use.getOperandNumber() != 0 || !nn::changesList(user) ||
                  (other && llvm::all_of(other.getLeaves(), holds)) ||
                  isInFrontOf(user, append) || isInFrontOf(read, user, append);
         });
}

std::optional<bool> GraphQuestions::isMadeOfMixedList(const Value &tensor) {
  if (get(tensor.id).isLeaf || !grads.requiresGrad(tensor))
    return false;
  using Kind = nn::Origin::Kind;
  llvm::DenseSet<mlir::Value> leaves;
  for (const auto &object : objects.heap)
    if (object && object->kind == Object::Kind::Tensor && object->isLeaf &&
        object->requiresGrad)
      leaves.insert_range(valuesOfStorage(*objects.heap[object->storage]));
  // A leaf is made of nothing, whatever was written to it.
  SmallVector<mlir::Value> ends(leaves.begin(), leaves.end());
  nn::DependenceGraph graph({storedIn(tensor.id)},
                            b.getInsertionBlock()->getParent(), ends);
  auto isList = [&](mlir::Value value) {
    return graph.contains(value) && graph.originOf(value).isList;
  };
  if (llvm::none_of(graph.values(), isList))
    return false;
  // Whether each is made of a leaf: in no case, only the run knows, always.
  enum Grade : uint8_t { No, Unsure, Sure };
  llvm::DenseMap<mlir::Value, Grade> grades;
  llvm::DenseSet<mlir::Value> mixed; // lists, with elements that are not sure
  for (mlir::Value value : graph.values()) {
    Grade grade = leaves.contains(value) ? Sure : No;
    const nn::Origin &origin = graph.originOf(value);
    for (mlir::Value source : origin.sources)
      grade = std::max(grade, grades.lookup(source));
    if (grade == Sure && origin.kind == Kind::Branch &&
        llvm::any_of(origin.sources, [&](mlir::Value source) {
          return grades.lookup(source) != Sure &&
                 !source.getDefiningOp<ub::PoisonOp>();
        }))
      grade = Unsure;
    Operation *op = value.getDefiningOp();
    mlir::Value list;
    if (op && grade == Sure)
      for (mlir::Value operand : op->getOperands())
        if (mixed.contains(operand))
          list = operand;
    auto isSure = [&](mlir::Value v) { return grades.lookup(v) == Sure; };
    if (isList(value)) {
      if (llvm::any_of(origin.sources, [&](mlir::Value source) {
            return mixed.contains(source) || !isSure(source);
          }))
        mixed.insert(value);
    } else if (list) {
      SmallVector<Operation *> appends = nn::appendsBefore(list, op, isSure);
      bool readsLast =
          isa<ListGetOp>(op) &&
          getConstantIntValue(op->getOperand(1)) == std::optional<int64_t>(-1);
      auto isLast = [&](Operation *append) {
        return isLastBefore(op, append, list, isSure);
      };
      if (!(isa<nn::ListCatOp>(op) && !appends.empty()) &&
          !(readsLast && llvm::any_of(appends, isLast)))
        grade = Unsure;
    }
    grades[value] = grade;
  }
  Grade grade = grades.lookup(storedIn(tensor.id));
  if (grade != No)
    return grade == Unsure;
  // Of another list that its variable had, whose elements were of a leaf. What
  // an iteration gets is not known, and what it makes may be learned yet.
  bool isOfIteration = false;
  for (mlir::Value value : graph.values()) {
    bool isGiven =
        isa<BlockArgument>(value) && isa<RankedTensorType>(value.getType());
    if (decisions.activeLoops.empty() || (!isList(value) && !isGiven))
      continue;
    Region *outside = decisions.activeLoops.front().history.outside;
    if (value.getParentRegion()->isAncestor(outside) ||
        outside->isAncestor(value.getParentRegion()))
      continue;
    if (isa<BlockArgument>(value))
      return false;
    isOfIteration = true;
  }
  if (isOfIteration)
    return std::nullopt;
  return true;
}

SmallVector<mlir::Value>
GraphQuestions::readByDerivatives(mlir::Value value,
                                  const nn::DependenceGraph &graph,
                                  const llvm::DenseSet<mlir::Value> &graded) {
  return nn::readByDerivatives(value, graph, [&](mlir::Value by) {
    nn::DependenceGraph made({by}, b.getInsertionBlock()->getParent());
    return llvm::any_of(made.values(), [&](mlir::Value source) {
      return graded.contains(source);
    });
  });
}

bool GraphQuestions::hasCertainlyChanged(unsigned id, mlir::Value value) {
  llvm::SetVector<mlir::Value> versions = nn::versionsOf(storedIn(id), true);
  for (size_t i = 0; i < versions.size(); ++i) {
    auto argument = dyn_cast<BlockArgument>(versions[i]);
    Operation *op = versions[i].getDefiningOp();
    if (versions[i] == value || (op && isa<TineDialect>(op->getDialect())))
      return false;
    if (auto detach = dyn_cast_or_null<nn::DetachOp>(op))
      versions.insert_range(nn::versionsOf(detach.getInput(), true));
    bool isCarried = false;
    for (const ActiveLoop &loop : decisions.activeLoops)
      for (auto [arg, init] : llvm::zip(loop.history.args, loop.history.inits))
        if (argument && arg == argument) {
          isCarried = true;
          versions.insert_range(nn::versionsOf(init, true));
        }
    if (argument && !isCarried)
      return false;
  }
  return true;
}

bool GraphQuestions::wasReleased(mlir::Value value,
                                 const nn::DependenceGraph &graph) {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    mlir::Region *home = user->getParentRegion();
    auto visit = [&](nn::GradientOp op) {
      if (op.getRetain())
        return mlir::WalkResult::advance();
      SmallVector<mlir::Value> outputs(op.getOutputs());
      nn::DependenceGraph released(outputs, home);
      bool isShared = llvm::any_of(user->getResults(), [&](mlir::Value made) {
        return graph.contains(made) && released.contains(made);
      });
      return isShared ? mlir::WalkResult::interrupt()
                      : mlir::WalkResult::advance();
    };
    return home->walk(visit).wasInterrupted();
  });
}

mlir::Value GraphQuestions::hasChanged(mlir::Value now, mlir::Value value,
                                       ast::Range range) {
  auto constant = [&](bool known) -> mlir::Value {
    return arith::ConstantOp::create(b, loc(range), b.getBoolAttr(known));
  };
  if (now == value)
    return constant(false);
  Operation *op = now.getDefiningOp();
  if (auto detach = dyn_cast_or_null<nn::DetachOp>(op))
    return hasChanged(detach.getInput(), value, range);
  auto branch = dyn_cast_or_null<scf::IfOp>(op);
  if (!branch || !isVisible(now))
    return op && isa<nn::NNDialect>(op->getDialect()) ? constant(true)
                                                      : mlir::Value();
  unsigned number = cast<OpResult>(now).getResultNumber();
  mlir::Value arms[2];
  for (scf::YieldOp yield : {branch.thenYield(), branch.elseYield()}) {
    mlir::Value &arm = arms[yield == branch.elseYield()];
    arm = hasChanged(yield.getOperand(number), value, range);
    if (!arm)
      return {};
  }
  return b.createOrFold<arith::SelectOp>(loc(range), branch.getCondition(),
                                         arms[0], arms[1]);
}

bool GraphQuestions::leavesAreUnchanged(const nn::DependenceGraph &graph,
                                        ArrayRef<mlir::Value> outputs,
                                        ast::Range range) {
  llvm::DenseSet<mlir::Value> graded = gradedValues();
  for (unsigned id = 0; id < objects.heap.size(); ++id) {
    if (!objects.heap[id] || objects.heap[id]->kind != Object::Kind::Tensor ||
        !objects.heap[id]->requiresGrad || !objects.heap[id]->isLeaf)
      continue;
    for (const Elements &part : elementsOfInput(id)) {
      if (part.value == storedIn(id) || !graph.contains(part.value) ||
          readByDerivatives(part.value, graph, graded).empty() ||
          wasReleased(part.value, graph))
        continue;
      if (hasCertainlyChanged(id, part.value)) {
        error(range, "a leaf has changed since this was computed of it, and "
                     "its derivative reads the leaf: PyTorch fails, or takes "
                     "the new elements where '.data' has changed; take the "
                     "gradient before the change");
        return false;
      }
      // The writes are known (savedAreUnchanged).
      if (llvm::is_contained(get(get(id).storage).formerly,
                             Elements{part.value, {}}))
        continue;
      // What was computed of later values is made of this one, too.
      SmallVector<mlir::Value> later;
      for (mlir::Value version : nn::versionsOf(storedIn(id), true))
        if (version != part.value && isVisible(version))
          later.push_back(version);
      mlir::Region *home = b.getInsertionBlock()->getParent();
      nn::DependenceGraph own(outputs, home, later);
      mlir::Value isRead;
      for (mlir::Value made : readByDerivatives(part.value, own, graded)) {
        if (!isVisible(made))
          continue;
        mlir::Value isMade =
            arith::ConstantOp::create(b, loc(range), b.getBoolAttr(true));
        if (own.hasChoices())
          isMade = nn::DependsOp::create(b, loc(range), b.getI1Type(), outputs,
                                         made);
        isRead = isRead
                     ? b.createOrFold<arith::OrIOp>(loc(range), isRead, isMade)
                     : isMade;
      }
      mlir::Value changed;
      if (isRead)
        changed = hasChanged(storedIn(id), part.value, range);
      if (!changed)
        continue;
      changed = b.createOrFold<arith::AndIOp>(loc(range), changed, isRead);
      mlir::Value isSame = arith::XOrIOp::create(
          b, loc(range), changed,
          arith::ConstantOp::create(b, loc(range), b.getBoolAttr(true)));
      check(isSame, "RuntimeError",
            "one of the variables needed for gradient computation has been "
            "modified by an inplace operation (where it was its '.data', "
            "PyTorch takes the new elements)",
            range);
    }
  }
  return true;
}

bool GraphQuestions::comesWith(const Value &leaf,
                               const nn::DependenceGraph &graph) {
  Operation *op = storedIn(leaf.id).getDefiningOp();
  if (!get(leaf.id).isJoined || !op)
    return false;
  llvm::DenseSet<mlir::Value> leaves;
  for (const auto &object : objects.heap)
    if (object && object->kind == Object::Kind::Tensor && object->isLeaf)
      leaves.insert(objects.heap[object->storage]->current);
  return llvm::any_of(op->getResults(), [&](mlir::Value value) {
    return graph.contains(value) && !leaves.contains(value);
  });
}

/// A tensor, and what it was before it was changed in place.
static llvm::SetVector<mlir::Value> beforeUpdates(mlir::Value value) {
  llvm::SetVector<mlir::Value> values = nn::versionsOf(value);
  for (size_t i = 0; i < values.size(); ++i) {
    Operation *op = values[i].getDefiningOp();
    if (!op || (!op->hasAttr("tine.update") && !isa<nn::DetachOp>(op)))
      continue;
    for (mlir::Value operand : op->getOperands())
      if (operand.getType() == value.getType())
        values.insert(operand);
  }
  return values;
}

bool GraphQuestions::comesThrough(const Value &leaf,
                                  const nn::DependenceGraph &graph) {
  auto own = dyn_cast<OpResult>(storedIn(leaf.id));
  if (!get(leaf.id).isJoined || !own)
    return false;
  Operation *op = own.getOwner();
  unsigned number = own.getResultNumber();
  size_t count = op->getNumResults();
  auto isOfLeaf = [&](Region &region, ValueRange given, unsigned other) {
    nn::DependenceGraph inside({given[other]}, &region);
    // A loop's own one is its argument.
    auto args = region.getArguments();
    auto isInside = [&](mlir::Value value) { return inside.contains(value); };
    return llvm::any_of(beforeUpdates(given[number]), isInside) ||
           (args.size() >= count &&
            inside.contains(args[args.size() - count + number]));
  };
  for (OpResult other : op->getResults()) {
    if (other == own || !graph.contains(other) ||
        !isa<TensorType>(other.getType()))
      continue;
    for (Region &region : op->getRegions()) {
      if (region.empty())
        continue;
      ValueRange given = region.front().getTerminator()->getOperands();
      // The condition of a loop stands in front of what it hands on.
      given = given.take_back(std::min(given.size(), count));
      if (given.size() == count &&
          isOfLeaf(region, given, other.getResultNumber()))
        return true;
    }
  }
  return false;
}

bool GraphQuestions::isUsedAsItself(const Value &input,
                                    const Outputs &outputs) {
  if (get(input.id).mayAlias.empty())
    return true;
  mlir::Value own = storedIn(input.id);
  nn::DependenceGraph graph(storedIn(outputs),
                            b.getInsertionBlock()->getParent(), {own});
  return llvm::none_of(objects.originsOf(input.id), [&](unsigned origin) {
    // Of one that no variable has any more, what it was made of tells: a
    // younger one may have been the input, and is made of it then.
    if (!objects.heap[origin])
      return origin < input.id;
    return origin != input.id && storedIn(origin) != own &&
           graph.contains(storedIn(origin));
  });
}

bool GraphQuestions::isReadBeside(const Value &input, const Outputs &outputs) {
  mlir::Value own = storedIn(input.id);
  Operation *read = own.getDefiningOp();
  if (!read || llvm::none_of(read->getOperands(), nn::isContainer))
    return false;
  mlir::Region *home = b.getInsertionBlock()->getParent();
  nn::DependenceGraph made({own}, home);
  // The containers that it may be from, and what was put into them.
  llvm::SetVector<mlir::Value> origins;
  for (mlir::Value operand : read->getOperands())
    if (nn::isContainer(operand))
      origins.insert(operand);
  for (size_t i = 0; i < origins.size(); ++i)
    if (nn::isContainer(origins[i]) && made.contains(origins[i]))
      for (mlir::Value source : made.originOf(origins[i]).sources)
        if (nn::isContainer(source) || isa<RankedTensorType>(source.getType()))
          origins.insert(source);
  nn::DependenceGraph graph(storedIn(outputs), home, {own});
  return llvm::any_of(origins, [&](mlir::Value origin) {
    return origin != own && graph.contains(origin);
  });
}

bool GraphQuestions::isCarriedUnderOtherName(const Value &input,
                                             const Outputs &outputs) {
  std::optional<nn::DependenceGraph> graph;
  for (unsigned id = 0; id < objects.heap.size(); ++id) {
    if (!objects.heap[id] || objects.heap[id]->kind != Object::Kind::Tensor ||
        id == input.id || !objects.heap[id]->requiresGrad ||
        objects.heap[id]->mayAlias.empty() ||
        !objects.originsOf(id).count(input.id))
      continue;
    mlir::Value own = storedIn(id);
    if (llvm::none_of(decisions.activeLoops, [&](const ActiveLoop &loop) {
          return llvm::is_contained(loop.history.args, own) &&
                 !loop.history.storages.contains(own);
        }))
      continue;
    if (!graph)
      graph.emplace(storedIn(outputs), b.getInsertionBlock()->getParent());
    if (graph->contains(own))
      return true;
  }
  return false;
}

/// The values that the graph may know the input by: a leaf's are also those
/// that it had before it was changed in place, unseen by derivatives.
SmallVector<mlir::Value> GraphQuestions::valuesOfInput(unsigned input) {
  unsigned id = get(input).storage;
  const Object &storage = get(id);
  SmallVector<mlir::Value> values{storage.current};
  if (!get(input).isLeaf)
    return values;
  auto addValue = [&](mlir::Value value) {
    if (isVisible(value) && !llvm::is_contained(values, value))
      values.push_back(value);
  };
  llvm::for_each(storage.readAs, addValue);
  for (const ActiveLoop &loop : decisions.activeLoops)
    if (const Heap *start = loop.history.start)
      if (id < start->size() && (*start)[id])
        addValue((*start)[id]->current);
  return values;
}

std::vector<Elements> GraphQuestions::elementsOfInput(unsigned input) {
  const Object &object = get(input);
  std::vector<Elements> all;
  for (mlir::Value value : valuesOfInput(input))
    all.push_back({value, object.path});
  for (const Elements &former : object.formerly)
    if (isVisible(former.value) && !llvm::is_contained(all, former))
      all.push_back(former);
  return all;
}

} // namespace tine::elaborate
