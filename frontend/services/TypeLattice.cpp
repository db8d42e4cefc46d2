//===- TypeLattice.cpp - Types of values, and their joins -----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The least types that values of two paths have together, and silent
// conversions to an annotated type.
//
//===----------------------------------------------------------------------===//

#include "frontend/services/TypeLattice.h"
#include "frontend/services/Budget.h"
#include "frontend/services/Choices.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/Entries.h"
#include "frontend/services/Frames.h"
#include "frontend/services/GradFlags.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/Numpy.h"
#include "frontend/services/Objects.h"
#include "frontend/services/TensorBuilder.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

Type TypeLattice::typeOf(const Value &value) {
  bool nests = value.is(Kind::List) || value.is(Kind::Dict) ||
               value.is(Kind::Tuple) || value.is(Kind::Optional);
  if (!nests)
    return typeOfUnchecked(value);
  // Lists share their elements, so that a small program can make a type that
  // is exponentially large.
  if (decisions.facts.work.isTooMuch() || typeDepth > Limits::depth)
    return makeType(TypeKind::Unknown);
  if (!budget.spend(frames.here))
    return makeType(TypeKind::Unknown);
  if (++typeDepth > Limits::depth)
    error(frames.here, "lists and tuples are nested more than " +
                           Twine(Limits::depth) + " deep here");
  Type type = typeOfUnchecked(value);
  --typeDepth;
  return type;
}

/// A number of NumPy is told by its class.
static Type typeOfNumber(TypeKind kind, const Value &number) {
  if (!isNumpyNumber(number))
    return makeType(kind);
  auto type = std::make_shared<TypeDesc>();
  type->kind = kind;
  type->classInfo = number.classInfo;
  return type;
}

static bool isNumberType(const Type &type) {
  return type->kind == TypeKind::Int || type->kind == TypeKind::Float ||
         type->kind == TypeKind::Bool;
}

Type TypeLattice::typeOfUnchecked(const Value &value) {
  // What another path has made is not here; an error may still name it.
  bool refers = value.is(Kind::Tensor) || value.is(Kind::List) ||
                value.is(Kind::Dict) || value.is(Kind::Object);
  if (refers && (value.id >= objects.heap.size() || !objects.heap[value.id]))
    return makeType(TypeKind::Unknown);
  switch (value.kind) {
  case Kind::None:
    return makeType(TypeKind::None);
  case Kind::Int:
    return typeOfNumber(TypeKind::Int, value);
  case Kind::Float:
    return typeOfNumber(TypeKind::Float, value);
  case Kind::Bool:
    return typeOfNumber(TypeKind::Bool, value);
  case Kind::Str:
    return makeType(TypeKind::Str);
  case Kind::Tensor:
    return makeTensorType(tensors.tensorType(value), grads.requiresGrad(value));
  case Kind::List: {
    const Object &object = get(value.id);
    Type element = object.elementType;
    if (!object.isRuntime)
      for (const Value &item : object.items) {
        Type joined = joinTypes(element, typeOf(item));
        if (!joined)
          return makeStaticType(value);
        element = joined;
      }
    return makeType(TypeKind::List,
                    {element ? element : makeType(TypeKind::Unknown)});
  }
  case Kind::Dict: {
    const Object &object = get(value.id);
    Type key = object.keyType, element = object.valueType;
    if (object.isOpen())
      return makeStaticType(value);
    if (!object.isRuntime)
      for (size_t i = 0; i + 1 < object.items.size(); i += 2) {
        if (object.items[i + 1].is(Kind::Undefined))
          continue;
        Type k = joinTypes(key, typeOf(object.items[i]));
        Type v = joinTypes(element, typeOf(object.items[i + 1]));
        if (!k || !v)
          return makeStaticType(value);
        key = k;
        element = v;
      }
    auto type = std::make_shared<TypeDesc>();
    type->kind = TypeKind::Dict;
    type->elements = {key ? key : makeType(TypeKind::Unknown),
                      element ? element : makeType(TypeKind::Unknown)};
    if (auto factory = object.attributes.find(defaultFactory.str());
        factory != object.attributes.end())
      type->constant = std::make_shared<const Value>(factory->second);
    return type;
  }
  case Kind::Tuple: {
    std::vector<Type> elements(value.items.size());
    llvm::transform(value.items, elements.begin(),
                    [&](const Value &item) { return typeOf(item); });
    auto type = std::make_shared<TypeDesc>();
    type->kind = TypeKind::Tuple;
    type->elements = std::move(elements);
    type->classInfo = value.classInfo;
    type->isSize = value.isSize;
    if (!value.classInfo)
      type->name = value.text;
    return type;
  }
  case Kind::Optional:
    return makeType(TypeKind::Optional, {typeOf(value.items[0])});
  case Kind::Either:
    return makeType(TypeKind::Either,
                    {typeOf(value.items[0]), typeOf(value.items[1])});
  case Kind::Maybe:
    return makeType(TypeKind::Maybe, {typeOf(value.items[0])});
  case Kind::Future:
    return makeType(TypeKind::Future, {value.type});
  case Kind::Object: {
    ClassInfo *info = get(value.id).classInfo;
    if (info->has(ClassRole::Record) && !script())
      return typeOfRecord(*this, value,
                          [&](const Value &part) { return typeOf(part); });
    bool inRun = get(value.id).isRuntime;
    auto type = std::make_shared<TypeDesc>(inRun ? *makeType(TypeKind::Object)
                                                 : *makeStaticType(value));
    type->classInfo = info;
    return type;
  }
  default:
    return makeStaticType(value);
  }
}

static Type joinTensors(const Type &a, const Type &b) {
  if (!a->tensor || !b->tensor) {
    auto type = std::make_shared<TypeDesc>(a->tensor ? *a : *b);
    type->constant = type->original = nullptr;
    return type;
  }
  RankedTensorType x = a->tensor, y = b->tensor;
  if (x.getRank() != y.getRank() || x.getElementType() != y.getElementType() ||
      x.getEncoding() != y.getEncoding())
    return {};
  SmallVector<int64_t> shape;
  for (auto [m, n] : llvm::zip(x.getShape(), y.getShape()))
    shape.push_back(m == n ? m : ShapedType::kDynamic);
  return makeTensorType(
      RankedTensorType::get(shape, x.getElementType(), x.getEncoding()),
      a->requiresGrad || b->requiresGrad);
}

static bool accepts(const Type &want, const Type &type);

static bool isDTypeOrDevice(const Type &type) {
  return type->kind == TypeKind::Static &&
         (type->constant->is(Kind::DType) || type->constant->is(Kind::Device));
}

/// Of two that differ.
static Type joinNames(const Type &a, const Type &b) {
  const Value &x = *a->constant, &y = *b->constant;
  if (x.kind != y.kind)
    return {};
  bool inOrder = std::tie(x.integer, x.text) < std::tie(y.integer, y.text);
  return makeType(TypeKind::Either, {inOrder ? a : b, inOrder ? b : a});
}

/// Of two tuples of one length.
static Type joinItems(Context &e, const Type &a, const Type &b) {
  if (a->name != b->name)
    return {};
  auto joined = std::make_shared<TypeDesc>(*a);
  for (size_t i = 0; i < a->elements.size(); ++i) {
    joined->elements[i] = e.types.joinAnyTypes(a->elements[i], b->elements[i]);
    if (!joined->elements[i])
      return {};
  }
  return joined;
}

Type TypeLattice::joinAnyTypes(const Type &a, const Type &b) {
  if (Type maybe = joinMaybe(a, b, [&](const Type &x, const Type &y) {
        return joinAnyTypes(x, y);
      }))
    return maybe;
  Type joined = joinTypes(a, b);
  if (joined || script())
    return joined;
  // What both may be beside None.
  bool mayBeNone[2] = {a->kind == TypeKind::Optional,
                       b->kind == TypeKind::Optional};
  if (mayBeNone[0] || mayBeNone[1]) {
    Type inner = joinAnyTypes(mayBeNone[0] ? a->elements[0] : a,
                              mayBeNone[1] ? b->elements[0] : b);
    return inner ? makeType(TypeKind::Optional, {inner}) : Type();
  }
  if (Type kinds = joinKinds(*this, a, b))
    return kinds;
  // A bool, an int, a float and a tensor in this order.
  auto order = [](const Type &type) {
    return type->kind == TypeKind::Bool     ? 1
           : type->kind == TypeKind::Int    ? 2
           : type->kind == TypeKind::Float  ? 3
           : type->kind == TypeKind::Tensor ? 4
           : type->kind == TypeKind::Tuple  ? 5
           : isDTypeOrDevice(type)          ? 6
                                            : 0;
  };
  int x = order(a), y = order(b);
  if (!x || !y)
    return {};
  if (x != y && (x >= 5 || y >= 5))
    return {};
  // Numbers of two dtypes of NumPy.
  if (x == y && isNumberType(a)) {
    auto key = [](const Type &type) {
      return type->classInfo ? type->classInfo->name : std::string();
    };
    x = key(a) < key(b) ? 0 : 1;
    y = 1 - x;
  }
  // Tensors of another rank or dtype, tuples of another length, and a Size; two
  // dtypes or devices.
  if (x == y) {
    auto key = [](const Type &type) -> std::pair<int64_t, int64_t> {
      if (type->kind == TypeKind::Tuple)
        return {type->elements.size(), type->isSize};
      return {type->tensor.getRank(),
              Numbers::dtypeOf(type->tensor.getElementType())};
    };
    if (x == 6)
      return joinNames(a, b);
    bool areTensors = x == 4 && a->tensor && b->tensor &&
                      a->tensor.getEncoding() == b->tensor.getEncoding();
    bool areTuples = x == 5 && a->classInfo == b->classInfo && !a->isRecord &&
                     !b->isRecord && !a->isMadeList && !a->isMadeDict &&
                     !b->isMadeList && !b->isMadeDict;
    if (areTuples && key(a) == key(b))
      return joinItems(*this, a, b);
    if ((!areTensors && !areTuples) || key(a) == key(b))
      return {};
    x = key(a) < key(b) ? 0 : 1;
    y = 1 - x;
  }
  return withoutTensors(
      makeType(TypeKind::Either, {x < y ? a : b, x < y ? b : a}));
}

Type TypeLattice::joinTypes(const Type &a, const Type &b) {
  if (Type maybe = joinMaybe(
          a, b, [&](const Type &x, const Type &y) { return joinTypes(x, y); }))
    return maybe;
  if (!a || a->kind == TypeKind::Unknown)
    return withoutTensors(b);
  if (!b || b->kind == TypeKind::Unknown || b->kind == TypeKind::Open)
    return withoutTensors(a);
  if (a->kind == TypeKind::Open)
    return withoutTensors(b);
  if (sameType(a, b))
    return a;
  if (a->hidden != b->hidden) {
    // Futures that are kept together give their results only.
    auto plain = [](const Type &type) {
      auto copy = std::make_shared<TypeDesc>(*type);
      copy->hidden.clear();
      return copy;
    };
    return joinTypes(plain(a), plain(b));
  }
  if (a->kind == TypeKind::Either && b->kind != TypeKind::None &&
      b->kind != TypeKind::Optional) {
    std::vector<Type> parts = withoutTensors(a)->elements;
    std::vector<Type> others =
        b->kind == TypeKind::Either ? b->elements : std::vector<Type>{b};
    for (const Type &other : others) {
      auto part = llvm::find_if(parts, [&](const Type &p) {
        return p->kind == other->kind && joinTypes(p, other);
      });
      if (part == parts.end())
        return {};
      *part = joinTypes(*part, other);
    }
    return makeType(TypeKind::Either, parts);
  }
  if (b->kind == TypeKind::Either && a->kind != TypeKind::None &&
      a->kind != TypeKind::Optional)
    return joinTypes(b, a);
  // A number that is another one on each path.
  auto isNumber = [](const Type &type) {
    return type->kind == TypeKind::Static && type->constant->isConst();
  };
  if (isNumber(a) || isNumber(b)) {
    auto plain = [&](const Type &type) {
      return isNumber(type) ? typeOf(*type->constant) : type;
    };
    return joinTypes(plain(a), plain(b));
  }
  auto optional = [&](const Type &element) -> Type {
    return element ? makeType(TypeKind::Optional, {element}) : Type();
  };
  if (a->kind == TypeKind::Optional || b->kind == TypeKind::Optional) {
    Type x = a->kind == TypeKind::Optional ? a->elements[0] : a;
    Type y = b->kind == TypeKind::Optional ? b->elements[0] : b;
    if (x->kind == TypeKind::None)
      return withoutTensors(b);
    if (y->kind == TypeKind::None)
      return withoutTensors(a);
    return optional(joinTypes(x, y));
  }
  if (a->kind == TypeKind::None)
    return optional(withoutTensors(b));
  if (b->kind == TypeKind::None)
    return optional(withoutTensors(a));
  if (a->kind == TypeKind::Number &&
      (b->kind == TypeKind::Int || b->kind == TypeKind::Float))
    return b;
  if (b->kind == TypeKind::Number)
    return joinTypes(b, a);
  auto isMade = [](const Type &t) { return t->isMadeList || t->isMadeDict; };
  if (isMade(a) != isMade(b)) {
    const Type &made = isMade(a) ? a : b, &plain = isMade(a) ? b : a;
    return isPartial(plain) && accepts(plain, made) ? withoutTensors(made)
                                                    : Type();
  }
  if (a->kind != b->kind || a->isMadeList != b->isMadeList)
    return {};
  if (a->isMadeDict && b->isMadeDict && !sameValue(*a->constant, *b->constant))
    return joinMadeDicts(
        a, b, [&](const Type &x, const Type &y) { return joinTypes(x, y); });
  if (a->kind == TypeKind::Tensor) {
    Type joined = joinTensors(a, b);
    if (!joined || a->elements.empty() || b->elements.empty())
      return joined;
    // The join of two autograd leaves is a leaf. Static: its gradient is not
    // tracked.
    auto leaf = std::make_shared<TypeDesc>(*joined);
    const Type &x = a->elements[0], &y = b->elements[0];
    leaf->elements = {x->kind == TypeKind::Static   ? x
                      : y->kind == TypeKind::Static ? y
                                                    : joinTypes(x, y)};
    leaf->isParameter = a->isParameter && b->isParameter;
    return leaf->elements[0] ? leaf : joined;
  }
  if (isNumberType(a))
    return script() ? makeType(a->kind) : joinNumpyTypes(a, b);
  bool isDict = a->kind == TypeKind::Dict;
  if (isDict && (!a->constant != !b->constant ||
                 (a->constant && !sameValue(*a->constant, *b->constant))))
    return {};
  if (a->kind == TypeKind::Static || a->classInfo != b->classInfo ||
      a->isSize != b->isSize || a->name != b->name ||
      a->elements.size() != b->elements.size() || a->elements.empty())
    return {};
  auto type = std::make_shared<TypeDesc>(*a);
  for (size_t i = 0; i < a->elements.size(); ++i) {
    type->elements[i] = joinTypes(a->elements[i], b->elements[i]);
    if (!type->elements[i])
      return {};
  }
  return type;
}

/// Whether a value of `type` may stand where `want` is declared.
static bool accepts(const Type &want, const Type &type) {
  if (!want || !type || want->kind == TypeKind::Unknown ||
      type->kind == TypeKind::Unknown)
    return true;
  if (want->kind == TypeKind::Optional) {
    if (type->kind == TypeKind::None)
      return true;
    return accepts(want->elements[0],
                   type->kind == TypeKind::Optional ? type->elements[0] : type);
  }
  if (want->kind == TypeKind::Number)
    return type->kind == TypeKind::Int || type->kind == TypeKind::Float ||
           type->kind == TypeKind::Number;
  // A dtype is an int in TorchScript.
  if (want->kind == TypeKind::Int && type->kind == TypeKind::Static)
    return type->constant->is(Kind::DType);
  if (type->kind == TypeKind::Static && type->constant) {
    if (want->kind == TypeKind::DType)
      return type->constant->is(Kind::DType);
    if (want->kind == TypeKind::Device)
      return type->constant->is(Kind::Device);
    if (want->kind == TypeKind::Object || want->kind == TypeKind::List ||
        want->kind == TypeKind::Dict)
      return true; // checked where it is used
  }
  if (want->kind == TypeKind::Object && want->classInfo &&
      want->classInfo->traits.isEnum)
    return type->classInfo == want->classInfo;
  if (type->isMadeList || type->isMadeDict)
    return want->kind == (type->isMadeList ? TypeKind::List : TypeKind::Dict) &&
           llvm::all_of(type->elements, [&](const Type &element) {
             return accepts(want->elements.back(), element);
           });
  if (want->kind != type->kind)
    return false;
  if (want->kind == TypeKind::Tensor || want->kind == TypeKind::Object)
    return true;
  if (want->kind == TypeKind::Tuple &&
      want->elements.size() != type->elements.size())
    return false;
  for (size_t i = 0; i < std::min(want->elements.size(), type->elements.size());
       ++i)
    if (!accepts(want->elements[i], type->elements[i]))
      return false;
  return true;
}

Value TypeLattice::convert(Value value, const Type &type, ast::Range range,
                           const Twine &what) {
  if (!type || !script())
    return value;
  // A Size is a list in TorchScript.
  if (value.isSize && type->kind == TypeKind::List)
    value = containers.newList(value.items, makeType(TypeKind::Int), nullptr,
                               range);
  // An empty display takes the declared element type, in a tuple as well.
  if (value.is(Kind::Tuple) && type->kind == TypeKind::Tuple &&
      value.items.size() == type->elements.size())
    for (auto [item, element] : llvm::zip(value.items, type->elements))
      if ((item.is(Kind::List) || item.is(Kind::Dict) ||
           item.is(Kind::Tuple)) &&
          item.kind == (element->kind == TypeKind::List   ? Kind::List
                        : element->kind == TypeKind::Dict ? Kind::Dict
                                                          : Kind::Tuple)) {
        item = convert(item, element, range, what);
        if (stopped())
          return {};
      }
  if (value.is(Kind::List) && type->kind == TypeKind::List) {
    const Object &list = get(value.id);
    if (!list.isRuntime && list.items.empty())
      mutate(value.id).elementType = type->elements[0];
  }
  if (value.is(Kind::Dict) && type->kind == TypeKind::Dict) {
    const Object &dict = get(value.id);
    if (!dict.isRuntime && dict.items.empty()) {
      Object &object = mutate(value.id);
      object.keyType = type->elements[0];
      object.valueType = type->elements[1];
    }
  }
  bool toInteger = type->kind == TypeKind::Int;
  if (value.is(Kind::Tensor) && (toInteger || type->kind == TypeKind::Float)) {
    if (tensors.rank(value) != 0)
      return fault("RuntimeError", range,
                   "Cannot input a tensor of dimension other than 0 as a "
                   "scalar argument");
    if (toInteger && isa<FloatType>(tensors.tensorType(value).getElementType()))
      return fault(
          "RuntimeError", range,
          "Cannot input a tensor of type Float as an integral argument");
    if (grads.requiresGrad(value))
      return fault(
          "RuntimeError", range,
          "Cannot input a tensor that requires grad as a scalar argument");
    Value number = numbers.item(value, range);
    return toInteger ? numbers.toInt(number, range)
                     : numbers.toFloat(number, range);
  }
  Type own = typeOf(value);
  if (accepts(type, own))
    return value;
  return error(range, "expected a value of type '" + toString(type) + "' for " +
                          what + " but instead found type '" + toString(own) +
                          "'");
}

bool TypeLattice::canFlatten(const Type &type) {
  SmallVector<mlir::Type> leaves;
  return !isPartial(type) && leafTypes(type, leaves);
}

Type TypeLattice::typeOfUnset(const Value &value, const Heap &before) {
  Type type = typeOfMade(*this, value, before);
  if (!wasKnown(type, before) || !canFlatten(type))
    return {};
  return type->kind == TypeKind::Maybe ? type
                                       : makeType(TypeKind::Maybe, {type});
}

bool TypeLattice::bringToRunTime(const Value &value, const Type &type,
                                 const Heap &before, ast::Range range) {
  if (type->isMadeList || type->isMadeDict || type->kind == TypeKind::Static)
    return false;
  if (type->kind == TypeKind::Either && type->elements[0]->isMadeDict)
    return false;
  bool wraps =
      type->kind == TypeKind::Optional || type->kind == TypeKind::Maybe;
  if (wraps && !value.is(Kind::Optional) && !value.is(Kind::Maybe))
    return bringToRunTime(value, type->elements[0], before, range);
  for (auto [i, item] : llvm::enumerate(value.items))
    if (bringToRunTime(item,
                       i < type->elements.size() ? type->elements[i] : type,
                       before, range))
      return true;
  if ((!value.is(Kind::List) && !value.is(Kind::Dict)) ||
      value.id >= before.size() || !before[value.id] ||
      before[value.id]->isRuntime)
    return false;
  const Object &object = *before[value.id];
  Type own = openTypeOf(value);
  if (own->kind == type->kind && isPartial(typeOf(value)))
    own = type;
  if (decisions.mayBeOfRun(object) && own->kind != TypeKind::Static) {
    decisions.bringToRun(object, own, "a path that depends on data chooses it");
    requestRestart();
  } else {
    error(range, "a path that depends on data chooses this list or dict, which "
                 "exists at compile time only; make it by a display or a "
                 "comprehension, or copy() it");
  }
  return true;
}

bool TypeLattice::isAwaitedAgain(const Value &future) {
  if (!awaitedOnce.count(future.ssa))
    return false;
  decisions.shareFutures("a future is waited for again, whose tensors were "
                         "changed in place");
  requestRestart();
  return true;
}

/// What may be awaited again may not be changed.
void TypeLattice::setAwaited(const Value &value, size_t older) {
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

Compare TypeLattice::compareOf(const Type &type) {
  if (!type)
    return Compare::by_int;
  switch (type->kind) {
  case TypeKind::Float:
    return Compare::by_float;
  case TypeKind::Str:
    return Compare::by_string;
  case TypeKind::Int:
  case TypeKind::Bool:
    return Compare::by_int;
  default:
    return Compare::by_identity;
  }
}

} // namespace tine::elaborate
