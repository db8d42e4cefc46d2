//===- Copies.cpp - The module copy ---------------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// copy.copy and copy.deepcopy: objects on the heap get copies with numbers of
// their own. What two parts of the original share, the parts of a deep copy
// share, too.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/DerivativeOps.h"
#include "frontend/builtins/Methods.h"
#include "frontend/builtins/Registry.h"
#include "frontend/objects/ObjectModel.h"
#include "frontend/services/Containers.h"
#include "frontend/services/GradFlags.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/Objects.h"
#include "frontend/services/Paths.h"
#include "frontend/services/Program.h"
#include "frontend/services/RunObjects.h"
#include "frontend/services/TensorBuilder.h"
#include "frontend/services/TypeLattice.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

namespace {

class DeepCopy {
public:
  DeepCopy(Context &e, ast::Range range) : e(e), range(range) {}

  Value copy(const Value &value);

private:
  unsigned newStorage(mlir::Value current, bool requiresGrad);
  Value copyTensor(const Value &tensor);
  Value copyObject(const Value &reference);
  Value copyInRun(const Value &object);
  /// Gives `to` copies of the attributes, and returns it.
  Value copyAttributes(const decltype(Object::attributes) &from,
                       const Value &to);
  /// Gives `result` copies of the entries of an open dict.
  bool copyEntries(const std::vector<Value> &items, const Value &result);
  Value copyOfRunTime(const Value &container);
  /// The `__deepcopy__` of an object, which its `__getattr__` may give, too;
  /// null if there is none.
  Value ownCopier(const Value &instance);

  Context &e;
  ast::Range range;
  std::map<unsigned, unsigned> copies; // numbers on the heap
  std::set<unsigned> once;             // that were copied on some paths only
};

} // namespace

/// Whether the elements of a container of run time are never changed in place.
static bool hasConstantElements(const Type &type) {
  switch (type->kind) {
  case TypeKind::List:
  case TypeKind::Dict:
  case TypeKind::Object:
  case TypeKind::Future:
    return false;
  default:
    return llvm::all_of(type->elements, hasConstantElements);
  }
}

/// The storage of a leaf with the value.
unsigned DeepCopy::newStorage(mlir::Value current, bool requiresGrad) {
  Value tensor = e.tensors.newTensor(current);
  if (e.stopped())
    return 0;
  unsigned storage = e.get(tensor.id).storage;
  e.grads.setGraded(storage, requiresGrad);
  return storage;
}

Value DeepCopy::copyTensor(const Value &tensor) {
  Object made = e.get(tensor.id);
  made.Sharing::clear();
  if (made.requiresGrad && !made.isLeaf)
    return e.fault(
        "RuntimeError", range,
        "Only Tensors created explicitly by the user (graph leaves) support "
        "the deepcopy protocol at the moment.");
  // A parameter is copied without its gradient, and whole.
  if (made.isParameter) {
    mlir::Value current =
        nn::DetachOp::create(e.b, e.loc(range), e.tensors.readThrough(tensor));
    made.storage = newStorage(current, made.requiresGrad);
    if (e.stopped())
      return {};
    made.attributes.clear();
    made.path.clear();
    made.layout = Layout();
    Value result = makeRef(Kind::Tensor, e.objects.allocate(std::move(made)));
    copies[tensor.id] = result.id;
    return result;
  }
  if (!copies.count(made.storage)) {
    Object whole = made;
    whole.path.clear();
    mlir::Value current = e.tensors.readThrough(
        makeRef(Kind::Tensor, e.objects.allocate(std::move(whole))));
    // Gradients tell leaves apart by their values.
    auto type = cast<RankedTensorType>(current.getType());
    if (isa<FloatType>(type.getElementType()))
      current = nn::DetachOp::create(e.b, e.loc(range), current);
    copies[made.storage] = newStorage(current, made.requiresGrad);
    if (e.stopped())
      return {};
  }
  made.storage = copies[made.storage];
  made.isLeaf = true;
  auto attributes = made.attributes;
  Value result = makeRef(Kind::Tensor, e.objects.allocate(std::move(made)));
  copies[tensor.id] = result.id;
  return copyAttributes(attributes, result);
}

Value DeepCopy::copyAttributes(const decltype(Object::attributes) &from,
                               const Value &to) {
  for (const auto &[name, value] : from) {
    Value part = copy(value);
    if (e.stopped())
      return {};
    e.objects.setAttribute(to.id, name, part);
  }
  return to;
}

Value DeepCopy::copyOfRunTime(const Value &container) {
  const Type type = e.types.typeOf(container);
  if (!llvm::all_of(type->elements, hasConstantElements))
    return e.error(range, "a deep copy of a list or dict of run time with "
                          "containers in it is not supported; copy its "
                          "elements in a loop");
  CallArgs none(range);
  return container.is(Kind::List) ? listMethod(e, container, "copy", none)
                                  : dictMethod(e, container, "copy", none);
}

Value DeepCopy::ownCopier(const Value &instance) {
  const ClassInfo *info = e.get(instance.id).classInfo;
  if (!e.objects.findMember(info, "__deepcopy__") &&
      !ownersMember(e, info, "__getattr__"))
    return {};
  std::optional<Value> copier = unlessRaised(e, "AttributeError", [&] {
    return e.model.getAttribute(instance, "__deepcopy__", range);
  });
  return copier && !copier->is(Kind::None) ? *copier : Value();
}

Value DeepCopy::copyObject(const Value &reference) {
  Value copier = reference.is(Kind::Object) ? ownCopier(reference) : Value();
  if (e.stopped())
    return {};
  if (copier) {
    CallArgs args(range, {e.containers.newDict({}, {}, {}, nullptr, range)},
                  {range});
    Value made = e.run.call(copier, args);
    if (made)
      copies[reference.id] = made.id;
    return made;
  }
  if (isOfRun(e, reference))
    return copyInRun(reference);
  if (e.get(reference.id).isRuntime) {
    Value made = copyOfRunTime(reference);
    if (made)
      copies[reference.id] = made.id;
    return made;
  }
  bool isOpen = e.containers.isOpen(reference);
  Object made = e.get(reference.id);
  std::vector<Value> items = made.items;
  auto attributes = made.attributes;
  // A copy is nobody else.
  made.Sharing::clear();
  if (isOpen)
    made.items.clear();
  Value result = makeRef(reference.kind, e.objects.allocate(std::move(made)));
  copies[reference.id] = result.id;
  if (isOpen)
    return copyEntries(items, result) ? copyAttributes(attributes, result)
                                      : Value();
  for (auto [i, item] : llvm::enumerate(items)) {
    Value part = copy(item);
    if (e.stopped())
      return {};
    e.containers.setItem(result, i, part);
  }
  return copyAttributes(attributes, result);
}

Value DeepCopy::copyInRun(const Value &object) {
  auto attributes = attributesInRun(e, object, range);
  if (!attributes)
    return {};
  for (auto &[name, value] : *attributes) {
    value = copy(value);
    if (e.stopped())
      return {};
  }
  Value made = newInRun(e, object, *attributes, range);
  if (made)
    copies[object.id] = made.id;
  return made;
}

bool DeepCopy::copyEntries(const std::vector<Value> &items,
                           const Value &result) {
  for (size_t i = 0; i + 1 < items.size(); i += 2) {
    const Value &entry = items[i + 1];
    bool may = entry.is(Kind::Maybe);
    auto set = [&]() -> Flow {
      Value part = copy(may ? entry.items[0] : entry);
      return part && e.containers.dictSet(result, items[i], part, range)
                 ? Flow()
                 : Flow::none();
    };
    if (!may) {
      set();
    } else {
      // What is copied on this path only has no copy behind it.
      auto before = copies;
      e.paths.branch(entry.ssa, set, []() -> Flow { return {}; }, range);
      for (const auto &made : copies)
        if (!before.count(made.first))
          once.insert(made.first);
      copies = std::move(before);
    }
    if (e.stopped())
      return false;
  }
  return true;
}

Value DeepCopy::copy(const Value &value) {
  switch (value.kind) {
  case Kind::Tensor:
  case Kind::List:
  case Kind::Dict:
  case Kind::Object: {
    auto known = copies.find(value.id);
    if (known != copies.end())
      return makeRef(value.kind, known->second);
    if (once.count(value.id) ||
        (value.is(Kind::Tensor) && once.count(e.get(value.id).storage)))
      return e.error(range, "a deep copy of what is under several keys, of "
                            "which only the run knows which there are, is not "
                            "supported; copy the values one by one");
    return value.is(Kind::Tensor) ? copyTensor(value) : copyObject(value);
  }
  case Kind::Future:
    return e.error(range, "a future cannot be copied; wait for it first");
  case Kind::Tuple:
  case Kind::Optional: {
    Value result = value;
    for (Value &item : result.items) {
      item = copy(item);
      if (e.stopped())
        return {};
    }
    return result;
  }
  case Kind::Method: {
    Value self = copy(value.items[0]);
    return e.stopped() ? Value() : makeMethod(functionOf(value), self);
  }
  default:
    return value;
  }
}

static Value deepCopyOf(Context &e, Bound &a) {
  Value result = DeepCopy(e, a.range).copy(a[0]);
  if (result && (e.objects.isModule(result) ||
                 (result.is(Kind::Tensor) && e.get(result.id).isParameter)))
    e.program.parameters.made(result, a.range);
  return result;
}

static Value copyOfObject(Context &e, const Value &value, ast::Range range) {
  CallArgs none(range);
  if (ownersMember(e, e.get(value.id).classInfo, "__copy__"))
    return e.run.callMethod(value, "__copy__", none);
  if (isOfRun(e, value)) {
    auto attributes = attributesInRun(e, value, range);
    return attributes ? newInRun(e, value, *attributes, range) : Value();
  }
  Object made = e.get(value.id);
  if (Value items = itemsBehind(e, value)) {
    made.attributes["<items>"] = items.is(Kind::List)
                                     ? listMethod(e, items, "copy", none)
                                     : dictMethod(e, items, "copy", none);
    if (e.stopped())
      return {};
  }
  return makeRef(Kind::Object, e.objects.allocate(std::move(made)));
}

static Value copyOf(Context &e, Bound &a) {
  const Value &value = a[0];
  CallArgs none(a.range);
  switch (value.kind) {
  case Kind::List:
    return listMethod(e, value, "copy", none);
  case Kind::Dict:
    return dictMethod(e, value, "copy", none);
  case Kind::Object:
    return copyOfObject(e, value, a.range);
  case Kind::Tensor:
    return makeRef(value.kind, e.objects.allocate(Object(e.get(value.id))));
  default:
    return value;
  }
}

void registerCopies(Registry &r) {
  r.add("copy.deepcopy", "x, memo=None", deepCopyOf);
  r.add("copy.copy", "x", copyOf);
}

} // namespace tine::elaborate
