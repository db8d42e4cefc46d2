//===- SavedTensors.cpp - Changes in place of what derivatives read -------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PyTorch fails where a derivative reads a tensor that was changed in place
// since. Values do not change here, so that the program would go on: each value
// that a storage had before a write (`Reads::formerly`) is looked for among
// what the derivatives of a backward pass read.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/Dependence.h"
#include "dialects/nn/DerivativeOps.h"
#include "dialects/nn/ViewOps.h"
#include "frontend/services/Context.h"
#include "frontend/services/GraphQuestions.h"
#include "frontend/services/Objects.h"
#include "frontend/services/TensorBuilder.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

namespace {

/// Finds the writes in place that have made `former` what its storage has now.
class WriteFinder {
public:
  explicit WriteFinder(mlir::Value former) : former(former) {}

  /// `end` is the end of the innermost branch or loop body that says that this
  /// is the value; null where it always is.
  void visit(mlir::Value value, Operation *end = nullptr);

  bool isCertain = false; // whatever path was taken
  bool isKnown = true;
  /// The ends of the branches and bodies in which it was written.
  llvm::SetVector<Operation *> ends;

private:
  void visitArgument(BlockArgument argument);
  void visitResult(OpResult result, Operation *end);
  void write(Operation *end);

  mlir::Value former;
  llvm::DenseSet<std::pair<mlir::Value, Operation *>> seen;
  llvm::DenseMap<Operation *, Operation *> around; // ends around loops, tasks
};

} // namespace

void WriteFinder::write(Operation *end) {
  if (!end)
    isCertain = true;
  else if (end->getParentOfType<ForkOp>() !=
           former.getParentBlock()->getParentOp()->getParentOfType<ForkOp>())
    isKnown = isKnown && isa<ForkOp>(former.getParentBlock()->getParentOp()) &&
              end->getParentOfType<ForkOp>() ==
                  former.getParentBlock()->getParentOp();
  else
    ends.insert(end);
}

void WriteFinder::visitArgument(BlockArgument argument) {
  Operation *op = argument.getOwner()->getParentOp();
  unsigned i = argument.getArgNumber();
  auto outside = around.find(op);
  if (outside == around.end()) {
    isKnown = false;
    return;
  }
  Operation *end = outside->second;
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    if (i == 0)
      return;
    Operation *yield = loop.getBody()->getTerminator();
    visit(yield->getOperand(i - 1), yield);
    return visit(loop.getInitArgs()[i - 1], end);
  }
  if (auto fork = dyn_cast<ForkOp>(op))
    return visit(fork.getCaptures()[i], end);
  auto loop = cast<scf::WhileOp>(op);
  if (argument.getOwner() != loop.getBeforeBody())
    return visit(loop.getConditionOp().getArgs()[i], loop.getConditionOp());
  visit(loop.getYieldOp().getOperand(i), loop.getYieldOp());
  visit(loop.getInits()[i], end);
}

void WriteFinder::visitResult(OpResult result, Operation *end) {
  Operation *op = result.getOwner();
  unsigned i = result.getResultNumber();
  if (isa<ub::PoisonOp>(op))
    return; // a path that ends with an error
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    visit(branch.thenYield().getOperand(i), branch.thenYield());
    return visit(branch.elseYield().getOperand(i), branch.elseYield());
  }
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    around[op] = end;
    return visitArgument(loop.getRegionIterArgs()[i]);
  }
  if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    around[op] = end;
    return visit(loop.getConditionOp().getArgs()[i], loop.getConditionOp());
  }
  if (auto wait = dyn_cast<WaitOp>(op))
    if (auto fork = wait.getFuture().getDefiningOp<ForkOp>()) {
      around[fork] = end;
      return visit(fork.getBody().front().getTerminator()->getOperand(i), end);
    }
  if (auto cast = dyn_cast<tensor::CastOp>(op))
    return visit(cast.getSource(), end);
  // Ends derivatives, but changes nothing.
  if (auto detach = dyn_cast<nn::DetachOp>(op);
      detach && !op->hasAttr("tine.update"))
    return visit(detach.getInput(), end);
  if (isa<TineDialect>(op->getDialect()))
    isKnown = false;
  else
    write(end);
}

void WriteFinder::visit(mlir::Value value, Operation *end) {
  if (value == former || !seen.insert({value, end}).second)
    return;
  if (auto argument = dyn_cast<BlockArgument>(value))
    return visitArgument(argument);
  visitResult(cast<OpResult>(value), end);
}

/// Whether PyTorch computes a derivative from the op's result.
static bool savesResult(Operation *op) {
  auto own = dyn_cast<nn::DerivativeOpInterface>(op);
  return own && op->getNumResults() == 1 &&
         llvm::any_of(op->getOpOperands(), [&](OpOperand &by) {
           return llvm::is_contained(own.getSavedFor(by.getOperandNumber()),
                                     op->getResult(0));
         });
}

/// The value and views of it. What is the value of two storages may be read as
/// the other one.
static SmallVector<mlir::Value> viewsOf(mlir::Value value,
                                        const TensorBuilder &tensors) {
  llvm::SetVector<mlir::Value> views;
  if (!tensors.isCopied(value))
    views.insert(value);
  for (size_t i = 0; i < views.size(); ++i)
    for (Operation *user : views[i].getUsers())
      if (isa<nn::ReshapeOp, nn::PermuteOp, nn::ExpandOp, nn::SliceOp,
              nn::DetachOp>(user) &&
          user->getOperand(0) == views[i] && !user->hasAttr("tine.update") &&
          !tensors.isCopied(user->getResult(0)))
        views.insert(user->getResult(0));
  return views.takeVector();
}

/// An operation and its parts have places in one line.
static std::pair<StringAttr, unsigned> lineOf(Operation *op) {
  auto place = op->getLoc()->findInstanceOf<FileLineColLoc>();
  return place ? std::pair(place.getFilename(), place.getLine())
               : std::pair(StringAttr(), 0u);
}

/// Whether the op is part of an operation that makes one of the storages' later
/// values of this one. That has a copy of what it reads.
static bool isPartOfWrite(Operation *op, mlir::Value former, const Heap &heap) {
  auto isMadeWith = [&](mlir::Value version) {
    Operation *made = version.getDefiningOp();
    return version != former && made &&
           (made->getLoc() == op->getLoc() || lineOf(made) == lineOf(op));
  };
  return llvm::any_of(heap, [&](const auto &storage) {
    if (!storage || !storage->isStorage() ||
        !llvm::is_contained(storage->formerly, Elements{former, {}}))
      return false;
    return isMadeWith(storage->current) ||
           llvm::any_of(storage->formerly, [&](const Elements &version) {
             return isMadeWith(version.value);
           });
  });
}

/// A number of the run that is 0 until `set`.
static mlir::Value makeFlag(OpBuilder &b, mlir::Value former) {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointAfterValue(former);
  Location where = former.getLoc();
  mlir::Value flag = ListNewOp::create(
      b, where, ListType::get(b.getContext(), b.getI64Type()));
  mlir::Value zero = arith::ConstantIntOp::create(b, where, 0, 64);
  ListAppendOp::create(b, where, flag, zero);
  return flag;
}

static void setFlag(OpBuilder &b, mlir::Value flag) {
  Location where = flag.getLoc();
  mlir::Value zero = arith::ConstantIntOp::create(b, where, 0, 64);
  mlir::Value one = arith::ConstantIntOp::create(b, where, 1, 64);
  ListSetOp::create(b, where, flag, zero, one);
}

static mlir::Value wasSet(OpBuilder &b, Location where, mlir::Value flag) {
  mlir::Value zero = arith::ConstantIntOp::create(b, where, 0, 64);
  mlir::Value number =
      ListGetOp::create(b, where, b.getI64Type(), flag, zero).getResult(0);
  return arith::CmpIOp::create(b, where, arith::CmpIPredicate::ne, number,
                               zero);
}

/// A condition of the run: whether one of `made` was computed and the outputs
/// are made of it. Null: they always are.
static mlir::Value isMadeOfAny(OpBuilder &b, Location where, mlir::Value former,
                               ArrayRef<mlir::Value> made,
                               const nn::DependenceGraph &graph,
                               ArrayRef<mlir::Value> outputs) {
  mlir::Value any;
  auto add = [&](mlir::Value condition) {
    any = any ? b.createOrFold<arith::OrIOp>(where, any, condition) : condition;
  };
  for (mlir::Value value : made) {
    if (GraphQuestions::isVisible(value)) {
      if (!graph.hasChoices())
        return {};
      add(nn::DependsOp::create(b, where, b.getI1Type(), outputs, value));
      continue;
    }
    Operation *op = value.getDefiningOp();
    if (op->getParentOfType<ForkOp>())
      return {};
    mlir::Value flag = makeFlag(b, former);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointAfter(op);
      setFlag(b, flag);
    }
    add(wasSet(b, where, flag));
  }
  return any;
}

/// A condition of the run: whether `former` was changed where it is read by
/// what made one of `made`. Null: always.
static mlir::Value isReadAndChanged(OpBuilder &b, Location where,
                                    mlir::Value former,
                                    ArrayRef<mlir::Value> made,
                                    const WriteFinder &writes,
                                    const nn::DependenceGraph &graph,
                                    ArrayRef<mlir::Value> outputs) {
  mlir::Value isRead = isMadeOfAny(b, where, former, made, graph, outputs);
  if (writes.isCertain)
    return isRead;
  mlir::Value flag = makeFlag(b, former);
  for (Operation *end : writes.ends) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(end);
    setFlag(b, flag);
  }
  mlir::Value changed = wasSet(b, where, flag);
  return isRead ? b.createOrFold<arith::AndIOp>(where, isRead, changed)
                : changed;
}

bool GraphQuestions::savedIsUnchanged(unsigned id, mlir::Value former,
                                      ArrayRef<mlir::Value> outputs,
                                      ast::Range range) {
  constexpr llvm::StringLiteral message =
      "one of the variables needed for gradient computation has been modified "
      "by an inplace operation (where it was its '.data', PyTorch takes the "
      "new elements)";
  const Object &storage = get(id);
  Location where = loc(range);
  // The graph ends at leaves, also where an update has made them of others.
  SmallVector<mlir::Value> ends;
  for (const auto &leaf : objects.heap) {
    if (!leaf || !leaf->isStorage() || !leaf->graded || leaf->isComputed ||
        leaf->gradWritten)
      continue;
    llvm::append_range(ends, leaf->readAs);
    for (mlir::Value version : nn::versionsOf(leaf->current, true))
      if (isVisible(version))
        ends.push_back(version);
  }
  nn::DependenceGraph graph(outputs, b.getInsertionBlock()->getParent(), ends);
  SmallVector<mlir::Value> made = savedFor(former, graph, gradedValues());
  WriteFinder writes(former);
  writes.visit(storage.current);
  bool isWritten = writes.isCertain || !writes.isKnown || !writes.ends.empty();
  if (made.empty() || !isWritten)
    return true;
  if (!writes.isCertain && !writes.isKnown) {
    error(range, "only the run knows whether a tensor that this gradient reads "
                 "was changed in place since; clone() it before, or take the "
                 "gradient before the change");
    return false;
  }
  mlir::Value isWrong =
      isReadAndChanged(b, where, former, made, writes, graph, outputs);
  if (!isWrong) {
    fault("RuntimeError", range, message);
    return false;
  }
  mlir::Value isRight = arith::XOrIOp::create(
      b, where, isWrong,
      arith::ConstantOp::create(b, where, b.getBoolAttr(true)));
  check(isRight, "RuntimeError", message, range);
  return true;
}

bool GraphQuestions::savedAreUnchanged(const nn::DependenceGraph &graph,
                                       ArrayRef<mlir::Value> outputs,
                                       ast::Range range) {
  llvm::DenseSet<std::pair<mlir::Value, mlir::Value>> looked;
  llvm::DenseSet<mlir::Value> graded = gradedValues();
  for (unsigned id = 0; id < objects.heap.size(); ++id) {
    if (!objects.heap[id] || !objects.heap[id]->isStorage())
      continue;
    std::vector<Elements> formers = objects.heap[id]->formerly;
    for (const auto &[former, path] : formers)
      if (former != objects.heap[id]->current && isVisible(former) &&
          looked.insert({former, objects.heap[id]->current}).second &&
          !savedFor(former, graph, graded).empty() &&
          !savedIsUnchanged(id, former, outputs, range))
        return false;
  }
  return true;
}

SmallVector<mlir::Value>
GraphQuestions::savedFor(mlir::Value former, const nn::DependenceGraph &graph,
                         const llvm::DenseSet<mlir::Value> &graded) {
  SmallVector<mlir::Value> made;
  auto isInGraph = [&](mlir::Value value) { return graph.contains(value); };
  for (mlir::Value view : viewsOf(former, tensors)) {
    if (llvm::none_of(view.getUsers(), [&](Operation *user) {
          if (auto own = user->getParentOfType<nn::WithDerivativeOp>())
            user = own;
          return llvm::any_of(user->getResults(), isInGraph);
        }))
      continue;
    for (mlir::Value reader : readByDerivatives(view, graph, graded)) {
      Operation *op = reader.getDefiningOp();
      bool isWhole = op->getNumRegions() == 0 || isa<nn::WithDerivativeOp>(op);
      if (isWhole && isa<nn::NNDialect>(op->getDialect()) &&
          !isPartOfWrite(op, former, objects.heap) && !wasReleased(view, graph))
        made.push_back(reader);
    }
  }
  // An operation that saves its result may have made it.
  mlir::Value computed = former;
  if (auto write = computed.getDefiningOp<nn::OverwriteOp>())
    computed = write.getValue();
  if (Operation *op = computed.getDefiningOp();
      op && savesResult(op) && graph.contains(computed) &&
      !tensors.isCopied(former) && isMadeOfGraded(computed) &&
      !wasReleased(computed, graph))
    made.push_back(computed);
  return made;
}

} // namespace tine::elaborate
