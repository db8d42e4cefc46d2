//===- Components.cpp - Between values and their SSA values ---------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The conversion of values to the SSA values that they consist of and back,
// where they cross a branch, loop, task or container.
//
//===----------------------------------------------------------------------===//

#include "frontend/services/Containers.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/DictKeys.h"
#include "frontend/services/Entries.h"
#include "frontend/services/Frames.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/Objects.h"
#include "frontend/services/RunObjects.h"
#include "frontend/services/TensorBuilder.h"
#include "frontend/services/TypeLattice.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

bool TypeLattice::leafTypes(const Type &type,
                            SmallVectorImpl<mlir::Type> &out) {
  switch (type->kind) {
  case TypeKind::None:
  case TypeKind::Never:
  case TypeKind::Static:
    return true;
  case TypeKind::Int:
  case TypeKind::Open: // Nothing is it.
    out.push_back(b.getI64Type());
    return true;
  case TypeKind::Float:
    out.push_back(b.getF64Type());
    return true;
  case TypeKind::Bool:
    out.push_back(b.getI1Type());
    return true;
  case TypeKind::Str:
    out.push_back(StringType::get(getContext()));
    return true;
  case TypeKind::Tensor:
    if (!type->tensor)
      return false;
    if (type->constant)
      return true;
    out.push_back(type->tensor);
    return type->elements.empty() || leafTypes(type->elements[0], out);
  case TypeKind::List: {
    SmallVector<mlir::Type> leaves;
    if (!leafTypes(type->elements[0], leaves))
      return false;
    out.push_back(ListType::get(getContext(), leaves));
    return true;
  }
  case TypeKind::Dict: {
    SmallVector<mlir::Type> value;
    mlir::Type key = keyLeafType(*this, type->elements[0]);
    if (!key || !leafTypes(type->elements[1], value))
      return false;
    out.push_back(DictType::get(getContext(), key, value));
    return true;
  }
  case TypeKind::Tuple:
    return llvm::all_of(type->elements,
                        [&](const Type &t) { return leafTypes(t, out); });
  case TypeKind::Optional:
  case TypeKind::Maybe:
    out.push_back(b.getI1Type());
    return leafTypes(type->elements[0], out);
  case TypeKind::Either:
    out.push_back(b.getI1Type());
    return leafTypes(type->elements[0], out) &&
           leafTypes(type->elements[1], out);
  case TypeKind::Object:
    return leafOfObject(type, out);
  case TypeKind::Future: {
    SmallVector<mlir::Type> leaves;
    if (!leafTypes(type->elements[0], leaves))
      return false;
    llvm::append_range(leaves, type->elements[0]->hidden);
    out.push_back(FutureType::get(getContext(), leaves));
    return true;
  }
  default:
    return false;
  }
}

mlir::Value TypeLattice::poison(mlir::Type type) {
  Location where = loc(frames.here);
  if (type.isSignlessInteger())
    return arith::ConstantOp::create(b, where, b.getIntegerAttr(type, 0));
  if (type.isF64())
    return arith::ConstantOp::create(b, where, b.getFloatAttr(type, 0));
  return ub::PoisonOp::create(b, where, type);
}

void TypeLattice::poison(const Type &type, SmallVectorImpl<mlir::Value> &out) {
  SmallVector<mlir::Type> types;
  leafTypes(type, types);
  for (mlir::Type t : types)
    out.push_back(poison(t));
}

/// A future of the first results of a task, in these types; none where the
/// tensors are of other ranks or dtypes.
static mlir::Value withTypes(OpBuilder &b, Location loc, mlir::Value future,
                             FutureType type) {
  ArrayRef<mlir::Type> all = cast<FutureType>(future.getType()).getLeaves();
  ArrayRef<mlir::Type> wanted = type.getLeaves();
  auto fits = [](mlir::Type own, mlir::Type want) {
    return own == want || tensor::CastOp::areCastCompatible(own, want);
  };
  if (all.size() < wanted.size() ||
      !llvm::all_of_zip(all.take_front(wanted.size()), wanted, fits))
    return {};
  OperationState state(loc, ForkOp::getOperationName());
  state.addOperands(future);
  state.addTypes(type);
  state.addRegion();
  auto fork = cast<ForkOp>(b.create(state));
  OpBuilder::InsertionGuard guard(b);
  Block *block = b.createBlock(&fork.getBody(), {}, future.getType(), loc);
  auto wait = WaitOp::create(b, loc, all, block->getArgument(0));
  SmallVector<mlir::Value> results;
  for (auto [result, want] : llvm::zip(wait.getResults(), wanted))
    results.push_back(result.getType() == want
                          ? mlir::Value(result)
                          : tensor::CastOp::create(b, loc, want, result));
  YieldOp::create(b, loc, results);
  return fork.getFuture();
}

/// True if a tensor of the caller in a task's result is that tensor by the
/// other type, too.
static bool keepsOriginals(const Type &result, const Type &other) {
  if (result->original)
    return other->original && sameValue(*result->original, *other->original);
  for (auto [i, element] : llvm::enumerate(result->elements))
    if (!keepsOriginals(element, i < other->elements.size()
                                     ? other->elements[i]
                                     : makeType(TypeKind::None)))
      return false;
  return true;
}

namespace {

/// Appends the components of values; false after an error.
class Flattener : public Service {
public:
  Flattener(const Context &context, ast::Range range,
            SmallVectorImpl<mlir::Value> &out, bool keep)
      : Service(context), range(range), out(out), keep(keep) {}

  bool add(const Value &value, const Type &type) {
    switch (type->kind) {
    case TypeKind::None:
      return value.is(Kind::None) || mismatch(value, type);
    case TypeKind::Static:
      return sameValue(value, *type->constant) || mismatch(value, type);
    case TypeKind::Open: // A key that is looked for in an empty dict.
      types.poison(type, out);
      return true;
    case TypeKind::Int:
    case TypeKind::Float:
    case TypeKind::Bool:
    case TypeKind::Str:
      if (types.typeOf(value)->kind != type->kind)
        return mismatch(value, type);
      out.push_back(ssa(value));
      return true;
    case TypeKind::Tensor:
      return addTensor(value, type);
    case TypeKind::List:
    case TypeKind::Dict:
      return addContainer(value, type);
    case TypeKind::Tuple:
      return type->isMadeList || type->isMadeDict ? addMade(value, type)
             : type->isRecord                     ? addRecord(value, type)
                                                  : addTuple(value, type);
    case TypeKind::Optional:
      return addOptional(value, type);
    case TypeKind::Maybe:
      return addMaybe(value, type);
    case TypeKind::Either:
      return addEither(value, type);
    case TypeKind::Future:
      return addFuture(value, type);
    case TypeKind::Object:
      return addReference(*this, value, type, range, out);
    default:
      return mismatch(value, type);
    }
  }

private:
  bool mismatch(const Value &value, const Type &type) {
    if (value.is(Kind::Undefined) && value.known)
      return bool(failQuietly());
    return bool(error(range, "expected a value of type '" + toString(type) +
                                 "' but found type '" +
                                 toString(types.typeOf(value)) + "'"));
  }

  bool addTensor(const Value &value, const Type &type) {
    if (!value.is(Kind::Tensor))
      return mismatch(value, type);
    if (type->constant)
      return sameValue(value, *type->constant) || mismatch(value, type);
    // It goes along with its graph, whatever the grad mode is.
    Value mode = objects.exchangeMode(Mode::Grad, makeBool(true));
    mlir::Value v = tensors.read(value);
    objects.exchangeMode(Mode::Grad, mode);
    if (type->tensor && v.getType() != type->tensor) {
      auto own = cast<RankedTensorType>(v.getType());
      if (own.getRank() != type->tensor.getRank() ||
          own.getElementType() != type->tensor.getElementType() ||
          own.getEncoding() != type->tensor.getEncoding())
        return mismatch(value, type);
      v = tensor::CastOp::create(b, loc(range), type->tensor, v);
    }
    if (keep && (!type->original || decisions.keepsFutures())) {
      Object &storage = mutate(get(value.id).storage);
      storage.shared = true;
      storage.sharedAt = range;
      storage.sharedFile = &frames.file();
    }
    out.push_back(v);
    if (type->elements.empty() || type->elements[0]->kind == TypeKind::Static)
      return true;
    auto grad = get(value.id).attributes.find("grad");
    return add(grad == get(value.id).attributes.end() ? makeNone()
                                                      : grad->second,
               type->elements[0]);
  }

  bool addContainer(const Value &value, const Type &type) {
    bool isList = type->kind == TypeKind::List;
    if (!value.is(isList ? Kind::List : Kind::Dict))
      return mismatch(value, type);
    if (isList &&
        !containers.needElementType(value.id, type->elements[0], range))
      return false;
    // What an empty list will hold is known from the lists it is joined with.
    const Object &object = get(value.id);
    Type own = types.typeOf(value);
    bool isUnknown = script() ? isList && isPartial(own)
                              : isPartial(own) || own->kind == TypeKind::Static;
    if (!object.isRuntime && isUnknown && !isPartial(type) &&
        decisions.canBeOfRun(object)) {
      decisions.bringToRun(object, type,
                           "it is empty where another path has elements");
      requestRestart();
      return false;
    }
    if (object.isRuntime && types.close(own, type))
      return false;
    if (!containers.materialize(value, range))
      return false;
    SmallVector<mlir::Type> want;
    if (!types.leafTypes(type, want))
      return mismatch(value, type);
    mlir::Value current = get(value.id).current;
    if (current.getType() != want[0])
      return mismatch(value, type);
    out.push_back(current);
    return true;
  }

  /// A list or dict that is known at compile time.
  bool addMade(const Value &value, const Type &type) {
    if (!value.is(type->isMadeList ? Kind::List : Kind::Dict) ||
        get(value.id).isRuntime)
      return mismatch(value, type);
    std::vector<Value> items = get(value.id).items;
    size_t step = type->isMadeDict ? 2 : 1;
    // Other keys are not set.
    bool mayLack = llvm::all_of(type->elements, [](const Type &t) {
      return t->kind == TypeKind::Maybe;
    });
    if (type->isMadeDict && (!items.empty() || mayLack)) {
      ArrayRef<Value> keys = type->constant->items;
      keys = keys.take_front(type->elements.size());
      for (size_t i = 0; i < items.size(); i += 2)
        if (!items[i + 1].is(Kind::Undefined) &&
            llvm::none_of(keys,
                          [&](const Value &k) { return sameKey(k, items[i]); }))
          return mismatch(value, type);
      items = withKeys(get(value.id), keys)->items;
    }
    if (items.empty() && !type->elements.empty()) {
      if (!decisions.unrollEnclosingLoop())
        error(range, type->isMadeList
                         ? "an empty list becomes one with elements in this "
                           "branch or loop, and they are known at compile "
                           "time only; start with None"
                         : "an empty dict becomes one with keys in this "
                           "branch or loop; start with None");
      return false;
    }
    if (items.size() != step * type->elements.size())
      return mismatch(value, type);
    for (auto [i, t] : llvm::enumerate(type->elements)) {
      const Value &item = items[step * i + step - 1];
      if (item.is(Kind::Undefined) && t->kind != TypeKind::Maybe)
        return mismatch(value, type);
      if (!add(item, t))
        return false;
    }
    return true;
  }

  bool addRecord(const Value &value, const Type &type) {
    if (!value.is(Kind::Object) || get(value.id).classInfo != type->classInfo ||
        get(value.id).attributes.size() != type->elements.size())
      return mismatch(value, type);
    for (auto [name, t] :
         llvm::zip_equal(type->constant->items, type->elements)) {
      Value part = get(value.id).attributes.lookup(name.text);
      if (!part || !add(part, t))
        return part ? false : mismatch(value, type);
    }
    return true;
  }

  bool addTuple(const Value &value, const Type &type) {
    if (!value.is(Kind::Tuple) || value.items.size() != type->elements.size())
      return mismatch(value, type);
    for (auto [item, t] : llvm::zip(value.items, type->elements))
      if (!add(item, t))
        return false;
    return true;
  }

  bool addOptional(const Value &value, const Type &type) {
    if (value.is(Kind::None)) {
      out.push_back(ssa(makeBool(false)));
      types.poison(type->elements[0], out);
      return true;
    }
    if (value.is(Kind::Optional)) {
      out.push_back(value.ssa);
      return add(value.items[0], type->elements[0]);
    }
    out.push_back(ssa(makeBool(true)));
    return add(value, type->elements[0]);
  }

  bool addMaybe(const Value &value, const Type &type) {
    if (value.is(Kind::Undefined)) {
      out.push_back(ssa(makeBool(false)));
      types.poison(type->elements[0], out);
      return true;
    }
    bool may = value.is(Kind::Maybe);
    out.push_back(may ? value.ssa : ssa(makeBool(true)));
    return add(may ? value.items[0] : value, type->elements[0]);
  }

  /// Whether it is, on all paths, one of several kinds.
  bool isOfKinds(const Value &value, const Type &kinds) {
    if (value.is(Kind::Either))
      return llvm::all_of(value.items,
                          [&](const Value &v) { return isOfKinds(v, kinds); });
    if (kinds->kind == TypeKind::Either)
      return llvm::any_of(kinds->elements, [&](const Type &kind) {
        return isOfKinds(value, kind);
      });
    return types.typeOf(value)->kind == kinds->kind;
  }

  bool addEither(const Value &value, const Type &type) {
    if (type->elements[0]->kind == TypeKind::Either &&
        isOfKinds(value, type->elements[0])) {
      out.push_back(ssa(makeBool(true)));
      if (!add(value, type->elements[0]))
        return false;
      types.poison(type->elements[1], out);
      return true;
    }
    if (value.is(Kind::Either)) {
      out.push_back(value.ssa);
      return add(value.items[0], type->elements[0]) &&
             add(value.items[1], type->elements[1]);
    }
    const Type &early = type->elements[0];
    bool first = early->isMadeDict
                     ? value.is(Kind::Dict) && get(value.id).items.empty()
                     : types.typeOf(value)->kind == early->kind &&
                           types.joinTypes(types.typeOf(value), early);
    out.push_back(ssa(makeBool(first)));
    if (!first)
      types.poison(type->elements[0], out);
    if (!add(value, type->elements[first ? 0 : 1]))
      return false;
    if (first)
      types.poison(type->elements[1], out);
    return true;
  }

  bool addFuture(const Value &value, const Type &type) {
    SmallVector<mlir::Type> want;
    if (!value.is(Kind::Future) || !types.leafTypes(type, want))
      return mismatch(value, type);
    mlir::Value future = value.ssa;
    if (future.getType() != want[0])
      future = withTypes(b, loc(range), future, cast<FutureType>(want[0]));
    if (!future)
      return mismatch(value, type);
    if (types.isAwaitedAgain(value))
      return false;
    if (!decisions.keepsFutures() &&
        !keepsOriginals(value.type, type->elements[0])) {
      decisions.keepFutures("a future is kept where only its result is known");
      requestRestart();
      return false;
    }
    out.push_back(future);
    return true;
  }

  ast::Range range;
  SmallVectorImpl<mlir::Value> &out;
  bool keep;
};

} // namespace

bool TypeLattice::flatten(const Value &value, const Type &type,
                          ast::Range range, SmallVectorImpl<mlir::Value> &out,
                          bool keep) {
  return Flattener(*this, range, out, keep).add(value, type);
}

static Value numberOfType(const Type &type, Value number) {
  number.classInfo = const_cast<ClassInfo *>(type->classInfo);
  return number;
}

/// A tuple, or what stands for one: a list or dict of compile time, a record.
static Value tupleOf(Service &e, const Type &type, std::vector<Value> items) {
  if (type->isMadeList || type->isMadeDict) {
    Object made{type->isMadeList ? Object::Kind::List : Object::Kind::Dict};
    made.items = std::move(items);
    if (type->isMadeDict) {
      if (type->constant->text == "ordered")
        made.attributes["ordered"] = makeBool(true);
      if (type->constant->items.size() > type->elements.size())
        made.attributes[defaultFactory.str()] = type->constant->items.back();
      made.unsureOrder = type->constant->integer;
    }
    return makeRef(type->isMadeList ? Kind::List : Kind::Dict,
                   e.objects.allocate(std::move(made)));
  }
  if (type->isRecord) {
    Object record{Object::Kind::Instance};
    record.classInfo = const_cast<ClassInfo *>(type->classInfo);
    // Whether it is an older one, nobody knows.
    record.isChoice = true;
    for (auto [name, part] : llvm::zip_equal(type->constant->items, items))
      record.attributes[name.text] = part;
    return makeRef(Kind::Object, e.objects.allocate(std::move(record)));
  }
  Value tuple = makeTuple(std::move(items));
  tuple.classInfo = const_cast<ClassInfo *>(type->classInfo);
  tuple.isSize = type->isSize;
  tuple.text = type->name;
  return tuple;
}

Value TypeLattice::unflatten(const Type &type, ValueRange &leaves) {
  auto take = [&]() {
    mlir::Value v = leaves.front();
    leaves = leaves.drop_front();
    return v;
  };
  switch (type->kind) {
  case TypeKind::Int:
    return numberOfType(type, makeInt(take()));
  case TypeKind::Float:
    return numberOfType(type, makeFloat(take()));
  case TypeKind::Bool:
    return numberOfType(type, makeBool(take()));
  case TypeKind::Str:
    return makeStrSsa(take());
  case TypeKind::Tensor: {
    if (type->constant)
      return *type->constant;
    mlir::Value elements = take();
    if (type->original)
      return *type->original;
    Value tensor = tensors.newTensor(elements, type->requiresGrad);
    if (type->elements.empty())
      return tensor;
    Value grad = unflatten(type->elements[0], leaves);
    Object &leaf = mutate(tensor.id);
    leaf.isLeaf = true;
    mutate(leaf.storage).isComputed = false;
    leaf.isParameter = type->isParameter;
    if (!grad.is(Kind::None))
      leaf.attributes["grad"] = grad;
    return tensor;
  }
  case TypeKind::List: {
    Object list{Object::Kind::List};
    list.isRuntime = true;
    list.current = take();
    list.elementType = type->elements[0];
    return makeRef(Kind::List, objects.allocate(std::move(list)));
  }
  case TypeKind::Dict: {
    Object dict{Object::Kind::Dict};
    dict.isRuntime = true;
    dict.current = take();
    dict.keyType = type->elements[0];
    dict.valueType = type->elements[1];
    if (type->constant)
      dict.attributes[defaultFactory.str()] = *type->constant;
    return makeRef(Kind::Dict, objects.allocate(std::move(dict)));
  }
  case TypeKind::Tuple: {
    std::vector<Value> items;
    for (auto [i, element] : llvm::enumerate(type->elements)) {
      if (type->isMadeDict)
        items.push_back(type->constant->items[i]);
      items.push_back(unflatten(element, leaves));
    }
    return tupleOf(*this, type, std::move(items));
  }
  case TypeKind::Optional:
  case TypeKind::Maybe: {
    Value value;
    value.kind = type->kind == TypeKind::Maybe ? Kind::Maybe : Kind::Optional;
    value.ssa = take();
    value.items.push_back(unflatten(type->elements[0], leaves));
    return value;
  }
  case TypeKind::Either: {
    Value value;
    value.kind = Kind::Either;
    value.ssa = take();
    for (const Type &element : type->elements)
      value.items.push_back(unflatten(element, leaves));
    return value;
  }
  case TypeKind::Object:
    return objectBehind(*this, type, take());
  case TypeKind::Future: {
    Value future;
    future.kind = Kind::Future;
    future.ssa = take();
    future.type = type->elements[0];
    return future;
  }
  case TypeKind::Open: {
    // The operation that gives an element of nothing has raised.
    take();
    if (stopped())
      return {};
    mlir::Value text = StringConstantOp::create(
        b, loc(frames.here), StringType::get(getContext()),
        b.getStringAttr("list index out of range"));
    RaiseOp::create(b, loc(frames.here), b.getStringAttr("IndexError"), text);
    return diagnoser.die();
  }
  case TypeKind::Static: {
    // An iteration or path made it, and it is gone.
    const Value &known = *type->constant;
    bool isObject =
        known.is(Kind::List) || known.is(Kind::Dict) || known.is(Kind::Object);
    if (isObject &&
        (known.id >= objects.heap.size() || !objects.heap[known.id]))
      return decisions.keepLists() ||
                     bringObjects(*this, type,
                                  "a path or iteration hands them on")
                 ? Value()
                 : error(frames.here,
                         "a list, dict or object that exists at compile "
                         "time only is made on one path or in a loop, "
                         "and kept for the next iteration; make it "
                         "before the loop");
    return known;
  }
  default:
    return makeNone();
  }
}

} // namespace tine::elaborate
