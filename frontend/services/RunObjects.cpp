//===- RunObjects.cpp - Objects of the program in the run -----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which classes have objects in the run, what those objects have there, and how
// it is read and set. All objects of a class have one layout: the attributes
// that any of them has, in the types that hold those of all. What is found too
// late, another attribute or a wider type, begins another round.
//
//===----------------------------------------------------------------------===//

#include "frontend/services/RunObjects.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/Frames.h"
#include "frontend/services/Objects.h"
#include "frontend/services/TypeLattice.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

//===----------------------------------------------------------------------===//
// Which classes
//===----------------------------------------------------------------------===//

/// Whether objects of the class may exist in the run: they have nothing but
/// attributes.
static bool mayBeOfRun(const ClassInfo *info) {
  const ClassTraits &traits = info->traits;
  if (info->scripted || traits.isModule || traits.isNamedTuple ||
      traits.isEnum || traits.isException)
    return false;
  return llvm::all_of(info->order, [](const ClassInfo *c) {
    return c->scope && !c->scope->isLibrary && !c->metaclass;
  });
}

namespace {

/// Collects the classes of the objects in values.
class ClassFinder {
public:
  explicit ClassFinder(const Context &e) : e(e) {}

  void visit(const ClassInfo *info) {
    if (info && mayBeOfRun(info))
      classes.insert(info);
  }

  void visit(const Type &type) {
    if (!type)
      return;
    if (type->kind == TypeKind::Static && type->constant->is(Kind::Object))
      visit(type->classInfo);
    else if (type->kind == TypeKind::Static)
      visit(*type->constant);
    for (const Type &element : type->elements)
      visit(element);
  }

  void visit(const Value &value) {
    for (const Value &item : value.items)
      visit(item);
    const Heap &heap = e.objects.heap;
    bool refers =
        value.is(Kind::Object) || value.is(Kind::List) || value.is(Kind::Dict);
    if (!refers || value.id >= heap.size() || !heap[value.id] ||
        !seen.insert(value.id).second)
      return;
    if (value.is(Kind::Object))
      return visit(heap[value.id]->classInfo);
    for (const Value &item : heap[value.id]->items)
      visit(item);
  }

  llvm::SetVector<const ClassInfo *> classes;

private:
  const Context &e;
  std::set<unsigned> seen;
};

} // namespace

static bool bringAll(Context &e, const ClassFinder &finder, StringRef why) {
  bool isNew = llvm::any_of(finder.classes, [&](const ClassInfo *info) {
    return !e.decisions.isOfRun(info);
  });
  if (!isNew || e.stopped() || e.script() || e.diagnoser.collecting)
    return false;
  // They may stay known if less is assumed, or a short loop is unrolled.
  if (e.decisions.dropAssumption() || e.decisions.unrollInsteadOfError())
    return true;
  for (const ClassInfo *info : finder.classes)
    e.decisions.bringToRun(info, why);
  // What was tried before need not be.
  Decided &decided = e.decisions.facts.decided;
  decided.unrolled.clear();
  decided.perIteration.clear();
  decided.knownDicts.clear();
  decided.keepsLists = false;
  e.requestRestart();
  return true;
}

bool bringObjects(Context &e, const Value &value, StringRef why) {
  ClassFinder finder(e);
  finder.visit(value);
  return bringAll(e, finder, why);
}

bool bringObjects(Context &e, const Type &type, StringRef why) {
  ClassFinder finder(e);
  finder.visit(type);
  return bringAll(e, finder, why);
}

bool bringObjects(Context &e, const ClassInfo *classInfo, StringRef why) {
  ClassFinder finder(e);
  finder.visit(classInfo);
  return bringAll(e, finder, why);
}

bool isOfRun(const Context &e, const Value &value) {
  return value.is(Kind::Object) && e.get(value.id).isRuntime;
}

//===----------------------------------------------------------------------===//
// What they have
//===----------------------------------------------------------------------===//

/// Whether a value of the type holds, on any way, an object of the class.
static bool holdsClass(const Decisions &decisions, const Type &type,
                       const ClassInfo *info,
                       std::set<const ClassInfo *> &seen) {
  auto holds = [&](const Type &part) {
    return holdsClass(decisions, part, info, seen);
  };
  if (type->kind == TypeKind::Object && type->classInfo == info)
    return true;
  if (type->kind == TypeKind::Object && seen.insert(type->classInfo).second) {
    std::optional<RunLayout> layout = decisions.layoutOf(type->classInfo);
    return layout && llvm::any_of(*layout, [&](const auto &attribute) {
             return holds(attribute.second);
           });
  }
  return llvm::any_of(type->elements, holds);
}

/// Whether objects of the class hold others of it, as nodes of a tree do.
static bool holdsItself(const Decisions &decisions, const ClassInfo *info,
                        const RunLayout &layout) {
  std::set<const ClassInfo *> seen;
  return llvm::any_of(layout, [&](const auto &attribute) {
    return holdsClass(decisions, attribute.second, info, seen);
  });
}

/// The type of lists with the attributes; null if some exist at compile time
/// only.
static ListType typeOfList(TypeLattice &types, const RunLayout &layout) {
  SmallVector<mlir::Type> leaves;
  bool areKnown = llvm::all_of(layout, [&](const auto &attribute) {
    return types.leafTypes(attribute.second, leaves);
  });
  return areKnown ? ListType::get(types.getContext(), leaves) : ListType();
}

/// What holds itself has a type without an end, so that its references do not
/// say what is in them.
bool TypeLattice::leafOfObject(const Type &type,
                               SmallVectorImpl<mlir::Type> &out) {
  std::optional<RunLayout> layout = decisions.layoutOf(type->classInfo);
  if (!layout)
    return false;
  if (holdsItself(decisions, type->classInfo, *layout)) {
    out.push_back(ListType::get(getContext(), {}));
    return true;
  }
  ListType list = typeOfList(*this, *layout);
  out.push_back(list);
  return bool(list);
}

/// The same reference in another type.
static mlir::Value castTo(Context &e, mlir::Type type, mlir::Value list,
                          ast::Range range) {
  if (list.getType() == type)
    return list;
  return UnrealizedConversionCastOp::create(e.b, e.loc(range), type, list)
      .getResult(0);
}

static Type *typeIn(RunLayout &layout, StringRef name) {
  for (auto &[own, type] : layout)
    if (own == name)
      return &type;
  return nullptr;
}

/// The type of a value as an attribute; null after an error or restart.
static Type typeOfAttribute(Context &e, const ClassInfo *info, StringRef name,
                            const Value &value, ast::Range range) {
  auto fail = [&](const Twine &why) -> Type {
    e.error(range, "objects of class '" + info->name +
                       "' must exist in the run here, but the attribute '" +
                       name + "' " + why);
    return {};
  };
  if (value.is(Kind::Undefined))
    return value.known ? (e.failQuietly(), Type())
                       : fail("is set on some paths only; set it on every "
                              "path");
  Type type = e.types.openTypeOf(value);
  if (e.stopped())
    return {};
  if (!hasStatic(type) && e.types.canFlatten(type))
    return type;
  if (bringObjects(e, value, "an object of the run has it as an attribute"))
    return {};
  return fail("is a value of type '" + toString(type) +
              "', which exists at compile time only");
}

/// Widens an attribute of the layout by a type; false after an error or
/// restart.
static bool widen(Context &e, const ClassInfo *info, StringRef name, Type &held,
                  const Type &type, ast::Range range) {
  Type joined = e.types.joinAnyTypes(held, type);
  if (!joined || !e.types.canFlatten(joined)) {
    e.error(range, "the attribute '" + name + "' has type '" +
                       toString(held, type) + "' in some objects of class '" +
                       info->name + "' and type '" + toString(type, held) +
                       "' in others; in the run all have one type");
    return false;
  }
  if (sameType(joined, held))
    return true;
  e.types.close(held, joined);
  held = joined;
  return true;
}

/// Whether there are tensors that require a gradient in it, or in the objects
/// in it.
static bool isGraded(const Decisions &decisions, const Type &type,
                     std::set<const ClassInfo *> &seen) {
  auto isPartGraded = [&](const Type &part) {
    return isGraded(decisions, part, seen);
  };
  if (type->kind == TypeKind::Object && seen.insert(type->classInfo).second)
    if (std::optional<RunLayout> layout = decisions.layoutOf(type->classInfo))
      return llvm::any_of(*layout, [&](const auto &attribute) {
        return isPartGraded(attribute.second);
      });
  return (type->kind == TypeKind::Tensor && type->requiresGrad) ||
         llvm::any_of(type->elements, isPartGraded);
}

/// False, with an error, if derivatives would go through references that do not
/// say what is in them.
static bool isWithoutGraph(Context &e, const ClassInfo *info,
                           const RunLayout &layout, ast::Range range) {
  if (!holdsItself(e.decisions, info, layout))
    return true;
  std::set<const ClassInfo *> seen{info};
  for (const auto &[name, type] : layout)
    if (isGraded(e.decisions, type, seen))
      return bool(e.error(range, "the attribute '" + name +
                                     "' has tensors that require a gradient, "
                                     "and objects of class '" +
                                     info->name +
                                     "' hold others of their class; keep the "
                                     "tensors in a list, and their places in "
                                     "the attributes"));
  return true;
}

using Attributes = std::vector<std::pair<std::string, Value>>;

/// The layout that has these attributes, too; none after an error or restart.
static std::optional<RunLayout> layoutFor(Context &e, const ClassInfo *info,
                                          const Attributes &attributes,
                                          ast::Range range) {
  const std::optional<RunLayout> known = e.decisions.layoutOf(info);
  RunLayout layout = known.value_or(RunLayout());
  for (const auto &[name, value] : attributes) {
    Type type = typeOfAttribute(e, info, name, value, range);
    if (!type)
      return std::nullopt;
    if (Type *held = typeIn(layout, name)) {
      if (!widen(e, info, name, *held, type, range))
        return std::nullopt;
    } else {
      // Older objects do not have it.
      bool isOld = known && type->kind != TypeKind::Maybe;
      layout.emplace_back(name,
                          isOld ? makeType(TypeKind::Maybe, {type}) : type);
    }
  }
  for (auto &[name, type] : layout)
    if (type->kind != TypeKind::Maybe &&
        llvm::none_of(attributes, [&, &name = name](const auto &a) {
          return a.first == name;
        }))
      type = makeType(TypeKind::Maybe, {type});
  bool isSame =
      known && known->size() == layout.size() &&
      llvm::all_of_zip(*known, layout, [](const auto &a, const auto &b) {
        return sameType(a.second, b.second);
      });
  if (isSame)
    return layout;
  if (!isWithoutGraph(e, info, layout, range))
    return std::nullopt;
  e.decisions.setLayout(info, layout);
  if (known)
    e.requestRestart();
  return e.stopped() ? std::nullopt : std::optional(layout);
}

/// The leaves of all attributes; false after an error or restart.
static bool flatten(Context &e, const RunLayout &layout,
                    const Attributes &attributes, ast::Range range,
                    SmallVectorImpl<mlir::Value> &leaves) {
  for (const auto &[name, type] : layout) {
    Value value;
    value.kind = Kind::Undefined;
    for (const auto &[own, given] : attributes)
      if (own == name)
        value = given;
    if (!e.types.flatten(value, type, range, leaves, /*keep=*/true))
      return false;
  }
  return true;
}

/// A list of the run with the attributes; null after an error or restart.
static mlir::Value makeList(Context &e, const ClassInfo *info,
                            const Attributes &attributes, ast::Range range) {
  std::optional<RunLayout> layout = layoutFor(e, info, attributes, range);
  if (!layout)
    return {};
  SmallVector<mlir::Value> leaves;
  if (!flatten(e, *layout, attributes, range, leaves))
    return {};
  mlir::Value list =
      ListNewOp::create(e.b, e.loc(range), typeOfList(e.types, *layout));
  ListAppendOp::create(e.b, e.loc(range), list, leaves);
  SmallVector<mlir::Type> reference;
  auto type = std::make_shared<TypeDesc>(*makeType(TypeKind::Object));
  type->classInfo = info;
  e.types.leafTypes(type, reference);
  return castTo(e, reference[0], list, range);
}

bool beginInRun(Service &e, const Value &object, ast::Range range) {
  if (!object.is(Kind::Object) || e.get(object.id).isRuntime)
    return true;
  const ClassInfo *info = e.get(object.id).classInfo;
  if (!e.decisions.isOfRun(info))
    return true;
  Attributes attributes;
  for (const auto &[name, value] : e.get(object.id).attributes) {
    if (StringRef(name).starts_with("<"))
      return bool(e.error(range, "objects of class '" + info->name +
                                     "' must exist in the run here, but this "
                                     "one is also a container or has a "
                                     "'__dict__' of its own"));
    attributes.emplace_back(name, value);
  }
  mlir::Value list = makeList(e, info, attributes, range);
  if (!list)
    return false;
  Object &made = e.mutate(object.id);
  made.isRuntime = true;
  made.current = list;
  made.attributes.clear();
  return true;
}

Value newInRun(Context &e, const Value &like, const Attributes &attributes,
               ast::Range range) {
  Object made{Object::Kind::Instance};
  made.classInfo = e.get(like.id).classInfo;
  made.isRuntime = true;
  made.current = makeList(e, made.classInfo, attributes, range);
  return made.current
             ? makeRef(Kind::Object, e.objects.allocate(std::move(made)))
             : Value();
}

bool addReference(Context &e, const Value &object, const Type &type,
                  ast::Range range, SmallVectorImpl<mlir::Value> &out) {
  const ClassInfo *info = type->classInfo;
  if (!object.is(Kind::Object) || e.get(object.id).classInfo != info)
    return bool(e.error(range, "expected a value of type '" + toString(type) +
                                   "' but found type '" +
                                   toString(e.types.typeOf(object)) + "'"));
  if (!e.get(object.id).isRuntime)
    return bool(e.error(range, "an object of class '" + info->name +
                                   "' is kept in the run before its "
                                   "'__init__' has ended; do so behind it"));
  out.push_back(e.get(object.id).current);
  return true;
}

Value objectBehind(Context &e, const Type &type, mlir::Value component) {
  Object object{Object::Kind::Instance};
  object.classInfo = const_cast<ClassInfo *>(type->classInfo);
  object.isRuntime = true;
  object.current = component;
  return makeRef(Kind::Object, e.objects.allocate(std::move(object)));
}

Value areOneInRun(Context &e, const Value &a, const Value &c,
                  ast::Range range) {
  Location where = e.loc(range);
  if (isOfRun(e, a) && isOfRun(e, c)) {
    const Object &x = e.get(a.id), &y = e.get(c.id);
    if (a.id == c.id || x.classInfo != y.classInfo)
      return makeBool(a.id == c.id);
    return makeBool(
        SameOp::create(e.b, where, x.current, y.current).getResult());
  }
  if (!a.is(Kind::Optional) || !c.is(Kind::Optional))
    return {};
  Value inner = areOneInRun(e, a.items[0], c.items[0], range);
  if (!inner)
    return {};
  mlir::Value both = arith::AndIOp::create(e.b, where, a.ssa, c.ssa);
  mlir::Value differ = arith::XOrIOp::create(e.b, where, a.ssa, c.ssa);
  mlir::Value areNone =
      arith::XOrIOp::create(e.b, where, differ, e.ssa(makeBool(true)));
  return makeBool(
      arith::SelectOp::create(e.b, where, both, e.ssa(inner), areNone)
          .getResult());
}

//===----------------------------------------------------------------------===//
// Reading and writing
//===----------------------------------------------------------------------===//

/// The list that an object is.
static mlir::Value listOf(Context &e, const Value &object,
                          const RunLayout &layout, ast::Range range) {
  return castTo(e, typeOfList(e.types, layout), e.get(object.id).current,
                range);
}

/// The leaves of all attributes in a list.
static ValueRange leavesOf(Context &e, mlir::Value list, ast::Range range) {
  auto op = ListGetOp::create(e.b, e.loc(range),
                              cast<ListType>(list.getType()).getLeaves(), list,
                              e.constInt(0));
  op->setAttr(neverFails, e.b.getUnitAttr());
  return op.getResults();
}

static unsigned countLeaves(Context &e, const Type &type) {
  SmallVector<mlir::Type> leaves;
  e.types.leafTypes(type, leaves);
  return leaves.size();
}

/// What the leaves are as a value of the type, which the object keeps.
static Value valueOf(Context &e, const Type &type, ValueRange leaves,
                     ast::Range range) {
  Value value = e.types.unflatten(type, leaves);
  if (!e.stopped())
    e.containers.share(value, range);
  return value;
}

Value presentAttribute(Context &e, const ClassInfo *info, StringRef name,
                       const Value &value, ast::Range range) {
  if (!value.is(Kind::Maybe) || e.stopped())
    return value;
  if (e.objects.findMember(info, name) ||
      e.objects.findMember(info, "__getattr__"))
    return e.error(range, "only some objects of class '" + info->name +
                              "' have the attribute '" + name +
                              "' themselves; set it in '__init__'");
  e.check(value.ssa, "AttributeError",
          "'" + info->name + "' object has no attribute '" + name + "'", range);
  return value.items[0];
}

Value attributeInRun(Context &e, const Value &object, StringRef name,
                     ast::Range range) {
  const ClassInfo *info = e.get(object.id).classInfo;
  std::optional<RunLayout> layout = e.decisions.layoutOf(info);
  if (!layout || !typeIn(*layout, name))
    return {};
  ValueRange leaves = leavesOf(e, listOf(e, object, *layout, range), range);
  for (const auto &[own, type] : *layout) {
    unsigned count = countLeaves(e, type);
    if (own == name)
      return presentAttribute(e, info, name,
                              valueOf(e, type, leaves.take_front(count), range),
                              range);
    leaves = leaves.drop_front(count);
  }
  return {};
}

bool hasInRun(Context &e, const Value &object, StringRef name,
              ast::Range range) {
  std::optional<RunLayout> layout =
      e.decisions.layoutOf(e.get(object.id).classInfo);
  Type *type = layout ? typeIn(*layout, name) : nullptr;
  if (type && (*type)->kind == TypeKind::Maybe)
    e.error(range, "whether the object has '" + name +
                       "' only the run knows; set it in '__init__', to None "
                       "where it has no value");
  return type;
}

std::optional<Attributes> attributesInRun(Context &e, const Value &object,
                                          ast::Range range) {
  Attributes attributes;
  const ClassInfo *info = e.get(object.id).classInfo;
  std::optional<RunLayout> layout = e.decisions.layoutOf(info);
  if (!layout)
    return attributes;
  ValueRange leaves = leavesOf(e, listOf(e, object, *layout, range), range);
  for (const auto &[name, type] : *layout) {
    if (type->kind == TypeKind::Maybe) {
      e.error(range, "only some objects of class '" + info->name +
                         "' have the attribute '" + name +
                         "'; set it in '__init__'");
      return std::nullopt;
    }
    unsigned count = countLeaves(e, type);
    attributes.emplace_back(name,
                            valueOf(e, type, leaves.take_front(count), range));
    leaves = leaves.drop_front(count);
  }
  return e.stopped() ? std::nullopt : std::optional(attributes);
}

bool setInRun(Context &e, const Value &object, StringRef name,
              const Value &value, ast::Range range) {
  const ClassInfo *info = e.get(object.id).classInfo;
  Type own = typeOfAttribute(e, info, name, value, range);
  if (!own)
    return false;
  RunLayout layout = e.decisions.layoutOf(info).value_or(RunLayout());
  Type *held = typeIn(layout, name);
  Type before = held ? *held : Type();
  if (!held)
    layout.emplace_back(name, makeType(TypeKind::Maybe, {own}));
  else if (!widen(e, info, name, *held, own, range))
    return false;
  if (!held || !sameType(*held, before)) {
    if (!isWithoutGraph(e, info, layout, range))
      return false;
    e.decisions.setLayout(info, layout);
    e.requestRestart();
    return false;
  }
  SmallVector<mlir::Value> changed;
  if (!e.types.flatten(value, *held, range, changed, /*keep=*/true))
    return false;
  mlir::Value list = listOf(e, object, layout, range);
  SmallVector<mlir::Value> leaves = llvm::to_vector(leavesOf(e, list, range));
  unsigned at = 0;
  for (const auto &[other, type] : layout) {
    if (other == name)
      break;
    at += countLeaves(e, type);
  }
  std::copy(changed.begin(), changed.end(), leaves.begin() + at);
  auto op = ListSetOp::create(e.b, e.loc(range), list, e.constInt(0), leaves);
  op->setAttr(neverFails, e.b.getUnitAttr());
  return true;
}

} // namespace tine::elaborate
