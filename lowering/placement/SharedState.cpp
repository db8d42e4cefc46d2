//===- SharedState.cpp - What code does to state that it shares -----------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Summaries of functions to a fixed point over the call graph, then the facts
// that the decision about a fork needs. Everything errs towards "may".
//
//===----------------------------------------------------------------------===//

#include "lowering/placement/SharedState.h"
#include "dialects/nn/RandomOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace tine;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

bool tine::isMutable(Type type) { return isa<ListType, DictType>(type); }

bool tine::holdsMutable(Type type) {
  return type
      .walk([](Type inner) {
        return isMutable(inner) ? WalkResult::interrupt()
                                : WalkResult::advance();
      })
      .wasInterrupted();
}

llvm::StringRef tine::describeMutable(Type type) {
  return isa<ListType>(type)   ? "list"
         : isa<DictType>(type) ? "dict"
                               : "variable";
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

static llvm::StringRef getEffectName(Operation *op) {
  if (isa<PrintOp, WarnOp>(op))
    return "prints";
  if (isa<WriteFileOp, WriteImageOp>(op))
    return "writes a file";
  if (isa<ReadImageHeadOp, DecodeImageOp>(op))
    return "reads a file";
  if (isa<FileOp>(op))
    return "uses files";
  if (isa<nn::RandomOp, nn::RandomStateOp, PythonDrawOp>(op))
    return "draws random numbers";
  if (isa<ManualSeedOp, SetRandomStateOp>(op))
    return "seeds the generator of random numbers";
  // The clock of traces is for who looks at the run, not for the program.
  if (auto time = dyn_cast<TimeOp>(op); time && time.getClock() != Clock::trace)
    return "reads the clock";
  if (auto profile = dyn_cast<ProfileOp>(op);
      profile && profile.getWhat() != "span")
    return "profiles";
  return {};
}

static bool changesFirstOperand(Operation *op) {
  return isa<ListSetOp, ListAppendOp, ListInsertOp, ListPopOp, ListClearOp,
             ListReverseOp, ListSortOp, ListExtendOp, DictSetOp, DictPopOp,
             DictClearOp>(op);
}

static bool changes(OpOperand &operand) {
  return changesFirstOperand(operand.getOwner()) &&
         operand.getOperandNumber() == 0;
}

/// True when the operand becomes an element.
static bool storesElement(OpOperand &operand) {
  return isa<ListSetOp, ListAppendOp, ListInsertOp, DictSetOp>(
             operand.getOwner()) &&
         operand.getOperandNumber() != 0;
}

static bool isFlow(Operation *op) {
  return isa<scf::SCFDialect>(op->getDialect()) || isa<arith::SelectOp>(op);
}

//===----------------------------------------------------------------------===//
// Roots
//===----------------------------------------------------------------------===//

/// The values that `value` may be by structured control flow; empty for a root.
static SmallVector<Value> getSources(Value value, Region *top) {
  SmallVector<Value> sources;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    unsigned i = argument.getArgNumber();
    Region *region = argument.getOwner()->getParent();
    Operation *parent = region->getParentOp();
    if (region == top)
      return {};
    if (auto fork = dyn_cast<ForkOp>(parent))
      return {fork.getCaptures()[i]};
    if (auto loop = dyn_cast<scf::ForOp>(parent)) {
      if (i >= 1)
        sources = {loop.getInitArgs()[i - 1],
                   loop.getBody()->getTerminator()->getOperand(i - 1)};
    } else if (auto loop = dyn_cast<scf::WhileOp>(parent)) {
      if (region == &loop.getBefore())
        sources = {loop.getInits()[i], loop.getYieldOp()->getOperand(i)};
      else
        sources = {loop.getConditionOp().getArgs()[i]};
    }
    return sources;
  }
  Operation *op = value.getDefiningOp();
  unsigned i = cast<OpResult>(value).getResultNumber();
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return {loop.getInitArgs()[i],
            loop.getBody()->getTerminator()->getOperand(i)};
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return {loop.getConditionOp().getArgs()[i]};
  if (isa<scf::IfOp, scf::IndexSwitchOp>(op))
    for (Region &region : op->getRegions())
      sources.push_back(region.front().getTerminator()->getOperand(i));
  if (auto select = dyn_cast<arith::SelectOp>(op))
    sources = {select.getTrueValue(), select.getFalseValue()};
  return sources;
}

SharedState::Roots SharedState::findRoots(Value value, Region *top) {
  Roots roots;
  llvm::SmallSetVector<Value, 8> seen;
  seen.insert(value);
  for (unsigned i = 0; i != seen.size(); ++i) {
    Value next = seen[i];
    SmallVector<Value> sources = getSources(next, top);
    if (auto call = next.getDefiningOp<func::CallOp>()) {
      // A call gives its arguments back, or something of its own.
      const Summary *callee = getCallee(call);
      unsigned index = cast<OpResult>(next).getResultNumber();
      if (callee && index < callee->results.size())
        for (unsigned argument : callee->results[index].arguments)
          seen.insert(call.getOperand(argument));
      roots.insert(next);
    } else if (sources.empty()) {
      roots.insert(next);
    }
    seen.insert(sources.begin(), sources.end());
  }
  return roots;
}

bool SharedState::isFresh(Value root) {
  Operation *op = root.getDefiningOp();
  if (!op)
    return false;
  if (auto call = dyn_cast<func::CallOp>(op)) {
    const Summary *callee = getCallee(call);
    unsigned index = cast<OpResult>(root).getResultNumber();
    return callee && index < callee->results.size() &&
           !callee->results[index].unknown;
  }
  return isa<ListNewOp, DictNewOp, ListCopyOp, ListSliceOp, ListRepeatOp,
             DictCopyOp, StringMethodOp, CommandLineOp, ArgumentListOp, DataOp,
             ub::PoisonOp>(op);
}

//===----------------------------------------------------------------------===//
// Summaries
//===----------------------------------------------------------------------===//

const Summary *SharedState::getCallee(func::CallOp call) {
  auto callee = module.lookupSymbol<func::FuncOp>(call.getCallee());
  auto found = functions.find(callee);
  return found == functions.end() ? nullptr : &found->second;
}

/// Notes that `op` uses a container in a way, at the argument it comes from or
/// as shared state.
void SharedState::noteOrigin(Operation *op, Value value, Region &top,
                             Operation *ArgumentUse::*use, Summary &summary) {
  for (Value root : findRoots(value, &top)) {
    auto argument = dyn_cast<BlockArgument>(root);
    if (argument && argument.getOwner() == &top.front()) {
      Operation *&first = summary.arguments[argument.getArgNumber()].*use;
      if (!first)
        first = op;
    } else if (!isFresh(root)) {
      if (use == &ArgumentUse::changed && !summary.sharedWrite)
        summary.sharedWrite = op;
      if (use == &ArgumentUse::read)
        summary.sharedReads.insert({value.getType(), op});
    }
  }
}

void SharedState::noteUse(OpOperand &operand, Region &top, Summary &summary) {
  Operation *op = operand.getOwner();
  Value value = operand.get();
  auto note = [&](Operation *ArgumentUse::*use) {
    noteOrigin(op, value, top, use, summary);
  };
  if (auto call = dyn_cast<func::CallOp>(op)) {
    const Summary *callee = getCallee(call);
    if (!callee || callee->arguments.empty())
      return;
    const ArgumentUse &use = callee->arguments[operand.getOperandNumber()];
    for (auto member : {&ArgumentUse::changed, &ArgumentUse::read,
                        &ArgumentUse::leaked, &ArgumentUse::captured})
      if (use.*member)
        note(member);
    return;
  }
  if (isa<func::ReturnOp>(op) || isFlow(op))
    return;
  if (isa<YieldOp>(op))
    return note(&ArgumentUse::leaked);
  if (isa<ForkOp>(op))
    return note(&ArgumentUse::captured);
  // What leads to a container (a future of a list) is no container: what is
  // taken out of it is of unknown origin anyway.
  if (storesElement(operand) || isa<SameOp>(op))
    return note(&ArgumentUse::leaked);
  if (isMutable(value.getType()))
    note(changes(operand) ? &ArgumentUse::changed : &ArgumentUse::read);
}

Summary SharedState::summarize(Region &top) {
  Summary summary;
  summary.arguments.resize(top.getNumArguments());
  top.walk([&](Operation *op) {
    llvm::StringRef effect = getEffectName(op);
    if (!effect.empty() && !summary.effect) {
      summary.effect = op;
      summary.effectName = effect;
    }
    for (OpOperand &operand : op->getOpOperands())
      if (holdsMutable(operand.get().getType()))
        noteUse(operand, top, summary);
    auto call = dyn_cast<func::CallOp>(op);
    const Summary *callee = call ? getCallee(call) : nullptr;
    if (!callee)
      return;
    if (callee->effect && !summary.effect) {
      summary.effect = callee->effect;
      summary.effectName = callee->effectName;
    }
    if (!summary.sharedWrite)
      summary.sharedWrite = callee->sharedWrite;
    for (auto [type, read] : callee->sharedReads)
      summary.sharedReads.insert({type, read});
  });
  for (Value result : top.front().getTerminator()->getOperands()) {
    ResultOrigin &origin = summary.results.emplace_back();
    if (!holdsMutable(result.getType()))
      continue;
    for (Value root : findRoots(result, &top)) {
      auto argument = dyn_cast<BlockArgument>(root);
      if (argument && argument.getOwner() == &top.front())
        origin.arguments.insert(argument.getArgNumber());
      else
        origin.unknown |= !isMutable(result.getType()) || !isFresh(root);
    }
  }
  return summary;
}

Summary SharedState::summarize(ForkOp fork) {
  return summarize(fork.getBody());
}

static unsigned countFacts(const Summary &summary) {
  unsigned facts = (summary.effect != nullptr) +
                   (summary.sharedWrite != nullptr) +
                   summary.sharedReads.size();
  for (const ArgumentUse &use : summary.arguments)
    facts += (use.changed != nullptr) + (use.read != nullptr) +
             (use.leaked != nullptr) + (use.captured != nullptr);
  for (const ResultOrigin &origin : summary.results)
    facts += origin.unknown + origin.arguments.size();
  return facts;
}

SharedState::SharedState(ModuleOp module) : module(module) {
  // Facts only grow, so their number tells when nothing changes any more.
  for (bool changed = true; changed;) {
    changed = false;
    for (auto function : module.getOps<func::FuncOp>()) {
      if (function.isExternal())
        continue;
      Summary next = summarize(function.getBody());
      Summary &known = functions[function];
      changed |= countFacts(next) != countFacts(known);
      known = std::move(next);
    }
  }
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isExternal())
      collectFacts(function);
  findUnsettledTypes();
}

//===----------------------------------------------------------------------===//
// Changes
//===----------------------------------------------------------------------===//

void SharedState::collectFacts(func::FuncOp function) {
  FunctionFacts &found = facts[function];
  Region *top = &function.getBody();
  function.walk([&](Operation *op) {
    auto call = dyn_cast<func::CallOp>(op);
    const Summary *callee = call ? getCallee(call) : nullptr;
    for (OpOperand &operand : op->getOpOperands()) {
      Value value = operand.get();
      if (!holdsMutable(value.getType()))
        continue;
      ArgumentUse use;
      if (callee && !callee->arguments.empty())
        use = callee->arguments[operand.getOperandNumber()];
      if (changes(operand) || use.changed)
        found.changes.push_back({op, value});
      if (use.captured)
        found.captures.push_back({op, value});
      if (storesElement(operand) || isa<YieldOp>(op) || use.leaked)
        for (Value root : findRoots(value, top)) {
          // What a fork makes and yields is nobody else's yet.
          Operation *parent = op->getParentOp();
          if (isa<YieldOp>(op) && root.getDefiningOp() &&
              parent->isAncestor(root.getDefiningOp()))
            continue;
          found.leakedRoots.insert(root);
        }
    }
  });
}

SharedState::FunctionFacts &SharedState::getFacts(func::FuncOp function) {
  return facts[function];
}

bool SharedState::isHeldElsewhere(const Roots &roots,
                                  const FunctionFacts &known) {
  return llvm::any_of(roots, [&](Value root) {
    return !isFresh(root) || known.leakedRoots.contains(root);
  });
}

bool SharedState::mayAlias(const Roots &a, const Roots &b,
                           const FunctionFacts &known) {
  return llvm::any_of(a, [&](Value root) { return b.contains(root); }) ||
         (isHeldElsewhere(a, known) && isHeldElsewhere(b, known));
}

void SharedState::findUnsettledTypes() {
  for (auto &[function, known] : facts) {
    Region *top = &cast<func::FuncOp>(function).getBody();
    for (const Change &change : known.changes) {
      Roots roots = findRoots(change.container, top);
      bool unsettled = isHeldElsewhere(roots, known);
      for (const Change &capture : known.captures)
        unsettled |=
            mayAlias(findRoots(capture.container, top), roots, known) &&
            mayRunAfter(change.op, capture.op, roots.getArrayRef());
      if (unsettled)
        unsettledTypes.insert(change.container.getType());
    }
  }
}

/// The wait for `fork` in its own block, or null.
static Operation *findWait(ForkOp fork) {
  Operation *first = nullptr;
  for (Operation *user : fork.getFuture().getUsers())
    if (isa<WaitOp>(user) && user->getBlock() == fork->getBlock() &&
        (!first || user->isBeforeInBlock(first)))
      first = user;
  return first;
}

Operation *SharedState::findChange(ForkOp fork, unsigned index,
                                   bool &unsettled) {
  auto function = fork->getParentOfType<func::FuncOp>();
  const FunctionFacts &known = getFacts(function);
  Value captured = fork.getCaptures()[index];
  Roots roots = findRoots(captured, &function.getBody());
  unsettled = isHeldElsewhere(roots, known) && !isSettled(captured.getType());
  Operation *wait = findWait(fork);
  for (const Change &change : known.changes) {
    if (change.container.getType() != captured.getType() ||
        fork->isProperAncestor(change.op) ||
        !mayAlias(findRoots(change.container, &function.getBody()), roots,
                  known))
      continue;
    if (wait) {
      // Only what stands between the fork and its wait runs beside the task.
      Operation *op = fork->getBlock()->findAncestorOpInBlock(*change.op);
      if (op && fork->isBeforeInBlock(op) && op->isBeforeInBlock(wait))
        return change.op;
    } else if (mayRunAfter(change.op, fork, roots.getArrayRef())) {
      return change.op;
    }
  }
  return nullptr;
}

bool tine::mayRunAfter(Operation *later, Operation *first,
                       llvm::ArrayRef<Value> roots) {
  // The innermost block that holds both.
  Operation *a = first;
  for (; a; a = a->getParentOp())
    if (Operation *b = a->getBlock()
                           ? a->getBlock()->findAncestorOpInBlock(*later)
                           : nullptr) {
      if (a != b && a->isBeforeInBlock(b))
        return true;
      break;
    }
  // Else in a later iteration of a loop around both, unless that one has a
  // container of its own.
  for (Operation *parent = a; parent; parent = parent->getParentOp()) {
    if (!isa<LoopLikeOpInterface>(parent) || !parent->isAncestor(later))
      continue;
    for (Value root : roots)
      if (!parent->isProperAncestor(root.getParentBlock()->getParentOp()) &&
          parent != root.getParentBlock()->getParentOp())
        return true;
  }
  return false;
}
