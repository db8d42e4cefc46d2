//===- ForkedCall.cpp - The call that a task makes ------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/control/ForkedCall.h"
#include "dialects/tine/ModuleLocations.h"
#include "frontend/builtins/Methods.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

static bool isLocal(const Slot &slot) { return slot.kind == Slot::Kind::Local; }

ForkedCall::ForkedCall(Elaborator &e, const CallArgs &args, StringRef inlined,
                       StringRef redraws)
    : e(e), args(args), inlined(inlined), redraws(redraws),
      where(e.loc(args.range)), at(where), scratch(e.program.dropped),
      region(scratch.get()), changed(before, region) {}

bool ForkedCall::isCallable(const Value &callee) const {
  return callee.is(Kind::Function) || callee.is(Kind::Method) ||
         callee.is(Kind::Builtin) || callee.is(Kind::Class) ||
         (callee.is(Kind::Object) &&
          (e.objects.isModule(callee) ||
           e.objects.findMember(e.get(callee.id).classInfo, "__call__")));
}

Value ForkedCall::run() {
  if (args.positional.empty())
    return e.error(args.range,
                   "fork needs a function, method or module to call");
  Value callee = args.positional.front();
  if (!isCallable(callee))
    return e.error(args.range,
                   "cannot call a value of type '" +
                       toString(e.types.typeOf(callee)) +
                       "': fork takes a function, method or module");
  CallArgs inner = args;
  inner.positional.erase(inner.positional.begin());
  if (!inner.ranges.empty())
    inner.ranges.erase(inner.ranges.begin());
  if (!e.budget.checkNesting(args.range))
    return {};
  if (e.objects.isModule(callee))
    e.program.parameters.beforeCall(callee, args.range);

  at = inModule(where, e.program.modulePaths.nameOfTask(callee, inner));
  before = e.save();
  OpBuilder::InsertPoint outside = e.b.saveInsertionPoint();
  result.value = elaborate(callee, inner);
  died = e.diagnoser.endDeadPath();
  if (e.stopped() || !findResult() || !findChanges())
    return {};
  YieldOp::create(e.b, where, yields);
  e.restore(before);
  e.b.restoreInsertionPoint(outside);

  ForkOp op = makeOp(captureValues(region).getArrayRef());
  awaitChanges(op);
  leaveState();
  return makeFuture(op);
}

/// Calls in a block of the task's own.
Value ForkedCall::elaborate(const Value &callee, CallArgs &inner) {
  e.b.createBlock(&region);
  ++e.frames.forkDepth;
  ++e.diagnoser.conditional;
  std::vector<ActiveLoop> loops;
  std::swap(loops, e.decisions.activeLoops);
  // An error in a task comes out of its waits.
  std::vector<Attempt> attempts;
  std::swap(attempts, e.diagnoser.attempts);
  size_t aroundFork = std::exchange(e.frames.heapAtFork, before.heap.size());
  // The future knows the calls that led to the fork; without them in the
  // body's locations equal bodies are one function wherever they are forked.
  std::optional<Location> callLoc = e.frames.back().call.location;
  if (!e.frames.back().scope->isLibrary)
    e.frames.back().call.location = std::nullopt;
  size_t depth = e.frames.size();
  Value value;
  {
    ModulePaths::Task task(e, callee);
    value = e.call(callee, inner);
  }
  e.frames[depth - 1].call.location = callLoc;
  if (!e.stopped() && inlined.empty() && !e.frames.callsScript())
    value = asTorchScriptHasIt(value);
  std::swap(attempts, e.diagnoser.attempts);
  std::swap(loops, e.decisions.activeLoops);
  e.frames.heapAtFork = aroundFork;
  --e.frames.forkDepth;
  --e.diagnoser.conditional;
  return value;
}

bool ForkedCall::findResult() {
  if (died) {
    result.type = makeType(TypeKind::Never);
    return true;
  }
  std::set<unsigned> escaped;
  if (!llvm::all_of(changedSlots(before, e.save()), isLocal))
    escaped = e.objects.reachable();
  const Type &type = result.type = typeOfResult(result.value, escaped);
  if (!exports(type)) {
    e.error(args.range, "a task cannot return an object that it made; return "
                        "its tensors in a tuple");
    return false;
  }
  if (!e.types.canFlatten(type)) {
    e.error(args.range,
            "the type '" + toString(type) +
                "' of the task's result is not known well enough; annotate the "
                "empty list or dict in it");
    return false;
  }
  std::set<unsigned> storages;
  result.isFresh = isNew(result.value, storages);
  e.objects.visitTensors(result.value, [&](unsigned id) {
    result.gradFns.push_back(e.get(id).gradFn);
  });
  if (!e.types.flatten(result.value, type, args.range, yields, /*keep=*/true))
    return false;
  freezeOrigins();
  return true;
}

/// What a path that ends in an error changed, nobody sees.
bool ForkedCall::findChanges() {
  task.end = died ? before : e.save();
  changed.find(task);
  if (changed.values.empty())
    return true;
  auto wider = std::make_shared<TypeDesc>(*result.type);
  for (mlir::Value v : changed.values) {
    if (isa<IndexType>(v.getType())) {
      e.error(args.range,
              "a task makes a view, whose sizes depend on data, part of "
              "what its caller has; return it from the task instead");
      return false;
    }
    wider->hidden.push_back(v.getType());
  }
  result.type = wider;
  llvm::append_range(yields, changed.values);
  return true;
}

ForkOp ForkedCall::makeOp(ValueRange captured) {
  OperationState state(at, ForkOp::getOperationName());
  state.addOperands(captured);
  state.addTypes(FutureType::get(
      e.getContext(), llvm::to_vector(ValueRange(yields).getTypes())));
  state.addRegion();
  auto op = cast<ForkOp>(e.b.create(state));
  op.getBody().takeBody(region);
  if (!inlined.empty())
    op.setInlined(inlined);
  if (!redraws.empty())
    op.setRedraws(redraws);
  for (mlir::Value v : captured) {
    mlir::Value arg = op.getBody().addArgument(v.getType(), where);
    v.replaceUsesWithIf(arg, [&](OpOperand &use) {
      return op.getBody().isAncestor(use.getOwner()->getParentRegion());
    });
  }
  return op;
}

void ForkedCall::awaitChanges(ForkOp op) {
  if (changed.values.empty())
    return;
  auto wait = WaitOp::create(e.b, where, op.getFuture().getType().getLeaves(),
                             op.getFuture());
  wait.setImplicit(true);
  changed.replace(task, wait.getResults().take_back(changed.values.size()));
}

void ForkedCall::leaveState() {
  // Without changes the objects that the task made are nobody's any more.
  const State &after = task.end;
  if (!llvm::all_of(changedSlots(before, after), isLocal))
    e.restore(after);
  else
    mergeFacts(e.objects.heap, after.heap, after.heap, before.heap.size(), {});
  e.objects.dropInvisible(before.heap);
}

Value ForkedCall::makeFuture(ForkOp op) {
  Value future;
  future.kind = Kind::Future;
  future.ssa = op.getFuture();
  future.type = result.type;
  future.integer = result.isFresh;
  e.types.gradFnsOfFutures[future.ssa] = std::move(result.gradFns);
  if (!result.origins.empty())
    e.types.originsOfFutures[future.ssa] = std::move(result.origins);
  return future;
}

//===----------------------------------------------------------------------===//
// The result
//===----------------------------------------------------------------------===//

Value ForkedCall::asTorchScriptHasIt(Value value) {
  if (value.is(Kind::DType))
    return makeInt(value.integer);
  bool isEnum = value.classInfo && value.classInfo->traits.isEnum;
  if (value.is(Kind::Tuple) && !isEnum) {
    value.classInfo = nullptr;
    value.isSize = false;
    value.text.clear();
    for (Value &item : value.items)
      item = asTorchScriptHasIt(item);
  }
  if (!value.is(Kind::List) && !value.is(Kind::Dict))
    return value;
  // A list or dict of its caller comes back as a copy.
  CallArgs none;
  none.range = e.frames.here;
  if (llvm::any_of(e.objects.originsOf(value.id),
                   [&](unsigned id) { return id < before.heap.size(); }))
    value = value.is(Kind::List) ? listMethod(e, value, "copy", none)
                                 : dictMethod(e, value, "copy", none);
  if (e.stopped() || isOfCaller(value) || e.get(value.id).isRuntime ||
      e.get(value.id).isOpen())
    return value;
  for (size_t i = 0; i < e.get(value.id).items.size(); ++i) {
    Value item = asTorchScriptHasIt(e.get(value.id).items[i]);
    e.mutate(value.id).items[i] = item;
  }
  return value;
}

Type ForkedCall::typeOfResult(const Value &value,
                              const std::set<unsigned> &escaped) {
  Type known = e.types.typeOf(value);
  if (!value.is(Kind::Tensor))
    return typeOfMade(value, known, escaped);
  // What others have, too, is that for every wait.
  if (isOfCaller(value) || escaped.count(value.id)) {
    auto same = std::make_shared<TypeDesc>(*known);
    same->original = std::make_shared<const Value>(value);
    return same;
  }
  // A leaf that the task has made is one for its caller.
  const Object &tensor = e.get(value.id);
  if (!tensor.requiresGrad || !tensor.isLeaf || !tensor.path.empty())
    return known;
  auto grad = tensor.attributes.find("grad");
  bool hasGrad = grad != tensor.attributes.end();
  if (hasGrad && !grad->second.is(Kind::None) && !grad->second.is(Kind::Tensor))
    return known;
  auto leaf = std::make_shared<TypeDesc>(*known);
  leaf->isParameter = tensor.isParameter;
  leaf->elements = {hasGrad ? e.types.typeOf(grad->second)
                            : makeType(TypeKind::None)};
  return leaf;
}

/// A list or dict of values of several types that the task made is nobody
/// else's: every wait makes it from its elements.
Type ForkedCall::typeOfMade(const Value &value, const Type &known,
                            const std::set<unsigned> &escaped) {
  auto made = std::make_shared<TypeDesc>();
  made->kind = TypeKind::Tuple;
  if (known->isRecord)
    return makeStaticType(value);
  if (known->kind == TypeKind::Tuple) {
    made->classInfo = known->classInfo;
    for (const Value &item : value.items)
      made->elements.push_back(typeOfResult(item, escaped));
    return made;
  }
  made->isMadeList = value.is(Kind::List);
  made->isMadeDict = value.is(Kind::Dict);
  if (known->kind != TypeKind::Static || isOfCaller(value) ||
      (!made->isMadeList && !made->isMadeDict) || e.get(value.id).isRuntime ||
      (made->isMadeDict && !e.get(value.id).keysAreKnown()))
    return known;
  std::vector<Value> items = e.get(value.id).items, keys;
  for (size_t i = 0; i < items.size(); ++i) {
    if (made->isMadeDict)
      keys.push_back(items[i++]);
    made->elements.push_back(typeOfResult(items[i], escaped));
  }
  made->constant = std::make_shared<const Value>(makeTuple(std::move(keys)));
  return made;
}

bool ForkedCall::exports(const Type &t) const {
  if (t->kind == TypeKind::Static && !isOfCaller(*t->constant) &&
      (t->constant->is(Kind::Object) || t->constant->is(Kind::List) ||
       t->constant->is(Kind::Dict)))
    return false;
  return llvm::all_of(t->elements,
                      [&](const Type &element) { return exports(element); });
}

bool ForkedCall::isNew(const Value &value, std::set<unsigned> &storages) {
  auto areNew = [&](const std::vector<Value> &values) {
    return llvm::all_of(values,
                        [&](const Value &v) { return isNew(v, storages); });
  };
  if (value.is(Kind::Object) || value.is(Kind::Future))
    return false;
  if (value.is(Kind::List) || value.is(Kind::Dict)) {
    const Object &made = e.get(value.id);
    return !isOfCaller(value) && !made.isRuntime &&
           e.types.typeOf(value)->kind == TypeKind::Static &&
           areNew(made.items);
  }
  if (value.is(Kind::Tensor)) {
    unsigned storage = e.get(value.id).storage;
    return storage >= before.heap.size() && !e.get(storage).shared &&
           e.objects.aliases(storage).empty() &&
           storages.insert(storage).second;
  }
  return areNew(value.items);
}

void ForkedCall::freezeOrigins() {
  size_t older = before.heap.size();
  Objects::originsOf(e.objects.heap, result.value, older, result.origins);
  e.objects.visitTensors(result.value, [&](unsigned id) {
    if (id < older)
      return;
    for (unsigned origin : e.objects.originsOf(e.get(id).storage)) {
      if (origin >= older || e.get(origin).shared)
        continue;
      Object &storage = e.mutate(origin);
      storage.shared = true;
      storage.sharedAt = args.range;
      storage.sharedFile = &e.frames.file();
    }
  });
}

} // namespace tine::elaborate
