//===- Forks.cpp - Tasks: fork and wait -----------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A forked call becomes a region that captures what it uses of the outside;
// waiting gives its result.
//
//===----------------------------------------------------------------------===//

#include "frontend/elaborate/Elaborator.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// What Python forks gives its result to TorchScript, which infers its type.
Value Elaborator::asTorchScriptHasIt(Value value, size_t heapSize) {
  if (value.is(Kind::DType))
    return makeInt(value.integer);
  bool isEnum = value.classInfo && value.classInfo->isEnum;
  if (value.is(Kind::Tuple) && !isEnum) {
    value.classInfo = nullptr;
    value.isSize = false;
    value.text.clear();
    for (Value &item : value.items)
      item = asTorchScriptHasIt(item, heapSize);
  }
  // A list or dict of its caller comes back as a copy.
  if (value.is(Kind::List) || value.is(Kind::Dict)) {
    CallArgs none;
    none.range = here;
    bool isOfCaller = llvm::any_of(originsOf(value.id),
                                   [&](unsigned id) { return id < heapSize; });
    if (isOfCaller)
      value = value.is(Kind::List) ? listMethod(value, "copy", none)
                                   : dictMethod(value, "copy", none);
    if (stopped)
      return {};
  }
  if ((value.is(Kind::List) || value.is(Kind::Dict)) && value.id >= heapSize &&
      !get(value.id).isRuntime && !get(value.id).isOpen())
    for (size_t i = 0; i < get(value.id).items.size(); ++i) {
      Value item = asTorchScriptHasIt(get(value.id).items[i], heapSize);
      mutate(value.id).items[i] = item;
    }
  return value;
}

Value Elaborator::fork(CallArgs &args, StringRef inlined, StringRef redraws) {
  if (args.positional.empty())
    return error(args.range, "fork needs a function, method or module to call");
  Value callee = args.positional.front();
  bool callable =
      callee.is(Kind::Function) || callee.is(Kind::Method) ||
      callee.is(Kind::Builtin) || callee.is(Kind::Class) ||
      (callee.is(Kind::Object) &&
       (isModule(callee) || findMember(get(callee.id).classInfo, "__call__")));
  if (!callable)
    return error(args.range, "cannot call a value of type '" +
                                 toString(typeOf(callee)) +
                                 "': fork takes a function, method or module");
  CallArgs inner = args;
  inner.positional.erase(inner.positional.begin());
  if (!inner.ranges.empty())
    inner.ranges.erase(inner.ranges.begin());
  if (!checkNesting(args.range))
    return {};
  Location where = loc(args.range);
  if (isModule(callee))
    parameters.beforeCall(callee, args.range);

  // The body is elaborated in a block of its own; what it uses of the outside
  // becomes its captures.
  State before = save();
  OpBuilder::InsertPoint outside = b.saveInsertionPoint();
  ScratchRegion scratch(context);
  Region &region = scratch.get();
  b.createBlock(&region);
  ++forkDepth;
  ++conditional;
  std::vector<ActiveLoop> loops;
  std::swap(loops, activeLoops);
  size_t aroundFork = std::exchange(heapAtFork, before.heap.size());
  // The future knows the calls that led to the fork; without them in the
  // body's locations equal bodies are one function wherever they are forked.
  std::optional<mlir::Location> callLoc = frames.back().callLoc;
  if (!frames.back().scope->isLibrary)
    frames.back().callLoc = std::nullopt;
  size_t depth = frames.size();
  Value result = call(callee, inner);
  frames[depth - 1].callLoc = callLoc;
  if (!stopped && inlined.empty() && !callsScript())
    result = asTorchScriptHasIt(result, before.heap.size());
  std::swap(loops, activeLoops);
  heapAtFork = aroundFork;
  --forkDepth;
  --conditional;
  bool died = endDeadPath();
  if (stopped)
    return {};
  // Objects that the task made and its caller has now.
  std::set<unsigned> escaped;
  auto isLocal = [](const Slot &slot) {
    return slot.kind == Slot::Kind::Local;
  };
  if (!died && !llvm::all_of(changedSlots(before, save()), isLocal))
    escaped = reachable();
  Type type = died ? makeType(TypeKind::Never)
                   : typeOfResult(result, before.heap.size(), escaped);
  SmallVector<mlir::Type> types;
  SmallVector<mlir::Value> leaves;
  std::function<bool(const Type &)> exports = [&](const Type &t) {
    if (t->kind == TypeKind::Static && t->constant->id >= before.heap.size() &&
        (t->constant->is(Kind::Object) || t->constant->is(Kind::List) ||
         t->constant->is(Kind::Dict)))
      return false;
    return llvm::all_of(t->elements, exports);
  };
  if (!exports(type))
    return error(args.range,
                 "a task cannot return an object that it made; return its "
                 "tensors in a tuple");
  if (!leafTypes(type, types) || isPartial(type))
    return error(
        args.range,
        "the type '" + toString(type) +
            "' of the task's result is not known well enough; annotate the "
            "empty list or dict in it");
  std::set<unsigned> storages;
  bool fresh = !died && isNew(result, before.heap.size(), storages);
  std::vector<std::string> gradFns;
  if (!died)
    visitTensors(result,
                 [&](unsigned id) { gradFns.push_back(get(id).gradFn); });
  if (!died && !flatten(result, type, args.range, leaves, /*keep=*/true))
    return {};
  Origins origins;
  if (!died)
    freezeOrigins(result, before.heap.size(), args.range, origins);
  // The program goes on as if the task had run here: what it changed comes back
  // beside its result and is awaited where it is used.
  State after = died ? before : save();
  Block *block = &region.front();
  llvm::SetVector<mlir::Value> changed;
  visitChanged(before, after, [&](mlir::Value &v) {
    if (region.isAncestor(v.getParentRegion()))
      changed.insert(v);
  });
  if (!changed.empty()) {
    auto wider = std::make_shared<TypeDesc>(*type);
    for (mlir::Value v : changed) {
      if (isa<IndexType>(v.getType()))
        return error(args.range,
                     "a task makes a view, whose sizes depend on data, part of "
                     "what its caller has; return it from the task instead");
      wider->hidden.push_back(v.getType());
    }
    type = wider;
  }
  SmallVector<mlir::Value> yields(leaves);
  llvm::append_range(yields, changed);
  YieldOp::create(b, where, yields);
  restore(before);
  b.restoreInsertionPoint(outside);

  llvm::SetVector<mlir::Value> captured;
  OpBuilder constants(context);
  constants.setInsertionPointToStart(block);
  DenseMap<mlir::Value, mlir::Value> cloned;
  region.walk([&](Operation *op) {
    for (OpOperand &operand : op->getOpOperands()) {
      mlir::Value v = operand.get();
      Region *home = v.getParentRegion();
      if (home == &region || region.isProperAncestor(home))
        continue;
      Operation *def = v.getDefiningOp();
      if (def && def->hasTrait<OpTrait::ConstantLike>()) {
        mlir::Value &copy = cloned[v];
        if (!copy)
          copy = constants.clone(*def)->getResult(0);
        operand.set(copy);
        continue;
      }
      captured.insert(v);
    }
  });
  OperationState state(where, ForkOp::getOperationName());
  state.addOperands(captured.getArrayRef());
  state.addTypes(
      FutureType::get(context, llvm::to_vector(ValueRange(yields).getTypes())));
  state.addRegion();
  auto op = cast<ForkOp>(b.create(state));
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
  DenseMap<mlir::Value, mlir::Value> awaited;
  if (!changed.empty()) {
    auto wait = WaitOp::create(b, where, op.getFuture().getType().getLeaves(),
                               op.getFuture());
    wait.setImplicit(true);
    for (auto [value, result] :
         llvm::zip(changed, wait.getResults().take_back(changed.size())))
      awaited[value] = result;
  }
  visitChanged(before, after, [&](mlir::Value &v) {
    if (mlir::Value result = awaited.lookup(v))
      v = result;
  });
  bool stays = llvm::all_of(changedSlots(before, after), isLocal);
  // Without changes the objects that the task made are nobody's any more.
  if (!stays)
    restore(after);
  else
    mergeFacts(heap, after.heap, after.heap, before.heap.size(), {});
  gradMode = after.gradMode;
  dropInvisible(before.heap.size());
  Value future;
  future.kind = Kind::Future;
  future.ssa = op.getFuture();
  future.type = type;
  future.integer = fresh;
  gradFnsOfFutures[future.ssa] = std::move(gradFns);
  if (!origins.empty())
    originsOfFutures[future.ssa] = std::move(origins);
  return future;
}

void Elaborator::visitTensors(const Value &value,
                              function_ref<void(unsigned)> visit) {
  if (value.is(Kind::Tensor))
    visit(value.id);
  if ((value.is(Kind::List) || value.is(Kind::Dict)) &&
      !get(value.id).isRuntime)
    for (const Value &item : get(value.id).items)
      visitTensors(item, visit);
  for (const Value &item : value.items)
    visitTensors(item, visit);
}

/// What a path of a task gives may be a tensor of its caller: neither may be
/// changed in place unseen.
void Elaborator::freezeOrigins(const Value &result, size_t heapSize,
                               ast::Range range, Origins &origins) {
  originsOf(heap, result, heapSize, origins);
  visitTensors(result, [&](unsigned id) {
    if (id < heapSize)
      return;
    for (unsigned origin : originsOf(get(id).storage)) {
      if (origin >= heapSize || get(origin).shared)
        continue;
      Object &storage = mutate(origin);
      storage.shared = true;
      storage.sharedAt = range;
      storage.sharedFile = &file();
    }
  });
}

/// The type of what a task gives back. A list or dict of values of several
/// types that it made is nobody else's: every wait makes it from its elements.
Type Elaborator::typeOfResult(const Value &result, size_t heapSize,
                              const std::set<unsigned> &escaped) {
  Type type = typeOf(result);
  // What others have, too, is that for every wait.
  if (result.is(Kind::Tensor) &&
      (result.id < heapSize || escaped.count(result.id))) {
    auto same = std::make_shared<TypeDesc>(*type);
    same->original = std::make_shared<const Value>(result);
    return same;
  }
  // A leaf that the task has made is one for its caller.
  if (result.is(Kind::Tensor) && result.id >= heapSize &&
      requiresGrad(result) && get(result.id).isLeaf &&
      get(result.id).path.empty()) {
    auto grad = get(result.id).attributes.find("grad");
    bool hasGrad = grad != get(result.id).attributes.end();
    if (!hasGrad || grad->second.is(Kind::None) ||
        grad->second.is(Kind::Tensor)) {
      auto leaf = std::make_shared<TypeDesc>(*type);
      leaf->isParameter = get(result.id).isParameter;
      leaf->elements = {hasGrad ? typeOf(grad->second)
                                : makeType(TypeKind::None)};
      return leaf;
    }
  }
  auto made = std::make_shared<TypeDesc>();
  made->kind = TypeKind::Tuple;
  if (type->kind == TypeKind::Tuple) {
    made->classInfo = type->classInfo;
    for (const Value &item : result.items)
      made->elements.push_back(typeOfResult(item, heapSize, escaped));
    return made;
  }
  made->isMadeList = result.is(Kind::List);
  made->isMadeDict = result.is(Kind::Dict);
  if (type->kind != TypeKind::Static || result.id < heapSize ||
      (!made->isMadeList && !made->isMadeDict) || get(result.id).isRuntime ||
      (made->isMadeDict && !get(result.id).keysAreKnown()))
    return type;
  std::vector<Value> items = get(result.id).items, keys;
  for (size_t i = 0; i < items.size(); ++i) {
    if (made->isMadeDict)
      keys.push_back(items[i++]);
    made->elements.push_back(typeOfResult(items[i], heapSize, escaped));
  }
  made->constant = std::make_shared<const Value>(makeTuple(std::move(keys)));
  return made;
}

/// Whether all tensors of a task's result were made in it and are kept nowhere.
bool Elaborator::isNew(const Value &result, size_t heapSize,
                       std::set<unsigned> &storages) {
  if (result.is(Kind::Object) || result.is(Kind::Future))
    return false;
  if (result.is(Kind::List) || result.is(Kind::Dict)) {
    const Object &made = get(result.id);
    return result.id >= heapSize && !made.isRuntime &&
           typeOf(result)->kind == TypeKind::Static &&
           llvm::all_of(made.items, [&](const Value &v) {
             return isNew(v, heapSize, storages);
           });
  }
  if (result.is(Kind::Tensor)) {
    unsigned storage = get(result.id).storage;
    return storage >= heapSize && !get(storage).shared &&
           aliases(storage).empty() && storages.insert(storage).second;
  }
  return llvm::all_of(result.items, [&](const Value &v) {
    return isNew(v, heapSize, storages);
  });
}

bool Elaborator::isAwaitedAgain(const Value &future) {
  if (!awaitedOnce.count(future.ssa))
    return false;
  facts.sharedFutures = true;
  requestRestart();
  return true;
}

/// What may be awaited again may not be changed.
void Elaborator::setAwaited(const Value &value, size_t older) {
  if (value.is(Kind::List) || value.is(Kind::Dict)) {
    if (get(value.id).isRuntime || value.id < older)
      return;
    mutate(value.id).isAwaited = true;
    for (const Value &item : get(value.id).items)
      setAwaited(item, older);
  }
  for (const Value &item : value.items)
    setAwaited(item, older);
}

Value Elaborator::wait(Value future, ast::Range range) {
  if (future.is(Kind::Optional) && future.items[0].is(Kind::Future))
    return error(
        range,
        "an Optional future cannot be awaited; test 'is not None' first");
  if (!future.is(Kind::Future))
    return error(
        range,
        "expected a value of type 'Future' for wait but instead found type '" +
            toString(typeOf(future)) + "'");
  if (isAwaitedAgain(future))
    return {};
  // Awaited in a loop, a future could be awaited again.
  auto forkOp = future.ssa.getDefiningOp<ForkOp>();
  bool once = future.integer && !facts.sharedFutures && forkOp &&
              forkOp->getBlock() == b.getInsertionBlock() &&
              llvm::all_of(future.ssa.getUsers(), [](Operation *user) {
                auto wait = dyn_cast<WaitOp>(user);
                return wait && wait.getImplicit();
              });
  auto op = WaitOp::create(b, loc(range),
                           cast<FutureType>(future.ssa.getType()).getLeaves(),
                           future.ssa);
  if (future.type->kind == TypeKind::Never)
    return die();
  ValueRange leaves = op.getResults().drop_back(future.type->hidden.size());
  size_t older = heap.size();
  Value result = unflatten(future.type, leaves);
  auto origins = originsOfFutures.find(future.ssa);
  if (origins != originsOfFutures.end())
    mayBe(result, origins->second);
  ArrayRef<std::string> names = gradFnsOfFutures[future.ssa];
  visitTensors(result, [&](unsigned id) {
    if (names.empty())
      return;
    if (get(id).requiresGrad && !get(id).isLeaf)
      mutate(id).gradFn = names.front();
    names = names.drop_front();
  });
  // Every wait gives the same tensors: none may be changed in place unseen.
  if (once) {
    awaitedOnce.insert(future.ssa);
  } else {
    setAwaited(result, older);
    share(result, range, {}, older);
  }
  return result;
}

} // namespace tine::elaborate
