//===- OpenAttributes.cpp - Attributes that the program gives -------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/objects/OpenAttributes.h"
#include "frontend/builtins/Methods.h"
#include "frontend/builtins/Registry.h"
#include "frontend/objects/ObjectModel.h"
#include "frontend/services/Cells.h"
#include "frontend/services/Frames.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/Objects.h"
#include "frontend/services/TypeLattice.h"
#include "frontend/services/TypeNames.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// False, with an error, where paths have left the attribute in two states.
static bool isSetOnEveryPath(Context &e, const Value &value, StringRef name,
                             ast::Range range) {
  if (!value.is(Kind::Undefined))
    return true;
  if (value.known)
    e.failQuietly();
  else
    e.error(range, "the attribute '" + name +
                       "' is set on some paths only; set it before the branch "
                       "or loop");
  return false;
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// Whether the tensor may be another one that has such an attribute.
static bool mayBeOther(Context &e, const Value &tensor,
                       const std::string &name) {
  const Object &object = e.get(tensor.id);
  if (!object.isJoined && !object.isRead && !object.isChoice &&
      object.mayAlias.empty())
    return false;
  return llvm::any_of(e.objects.heap, [&](const Heap::Entry &other) {
    return other && other->isTensor() && other->attributes.count(name);
  });
}

static std::string ownName(StringRef name) {
  return std::string(1, ownPrefix) + name.str();
}

Value ownAttribute(Context &e, const Value &tensor, StringRef name,
                   ast::Range range) {
  std::string own = ownName(name);
  const auto &attributes = e.get(tensor.id).attributes;
  auto found = attributes.find(own);
  if (found != attributes.end())
    return isSetOnEveryPath(e, found->second, name, range) ? found->second
                                                           : Value();
  if (mayBeOther(e, tensor, own))
    return e.error(range, "whether this tensor has the attribute '" + name +
                              "' depends on the path that data takes");
  return {};
}

bool setOwnAttribute(Context &e, const Value &tensor, StringRef name,
                     const Value &value, ast::Range range) {
  bool isPyTorchs = tensorAttribute(e, tensor, name, range) ||
                    e.model.tensorMethod(tensor, name);
  if (e.stopped())
    return false;
  if (isPyTorchs || e.script()) {
    e.error(range,
            "the attribute '" + name + "' of a tensor cannot be assigned");
    return false;
  }
  std::string own = ownName(name);
  if (!e.objects.aliases(tensor.id).empty()) {
    e.error(range, "this tensor may be one of several, because a branch or "
                   "loop chose it; set the attribute '" +
                       name + "' of each before");
    return false;
  }
  e.objects.setAttribute(tensor.id, own, value);
  return true;
}

bool deleteOwnAttribute(Context &e, const Value &tensor, StringRef name,
                        ast::Range range) {
  if (ownAttribute(e, tensor, name, range)) {
    e.objects.eraseAttribute(tensor.id, ownName(name));
    return true;
  }
  if (!e.stopped())
    e.fault("AttributeError", range,
            "'" + className(e, tensor) + "' object has no attribute '" + name +
                "'");
  return false;
}

//===----------------------------------------------------------------------===//
// Functions, modules, classes of the library
//===----------------------------------------------------------------------===//

/// Under which name the attribute is kept; empty for what is not open.
static std::string openName(const Value &owner, StringRef name) {
  switch (owner.kind) {
  case Kind::Function:
  case Kind::Method:
    return owner.function->number == 0
               ? ""
               : ("#" + Twine(owner.function->number) + "." + name).str();
  case Kind::Namespace:
    return (owner.text + "." + name).str();
  case Kind::TypeValue:
    return owner.type && owner.type->kind == TypeKind::Tensor
               ? ("torch.Tensor." + name).str()
               : "";
  case Kind::Class:
    return owner.classInfo->scope->isLibrary && !owner.classInfo->traits.isEnum
               ? (owner.classInfo->scope->moduleName + "." +
                  owner.classInfo->qualifiedName + "." + name)
                     .str()
               : "";
  default:
    return "";
  }
}

Value openAttribute(Context &e, const Value &owner, StringRef name) {
  std::string key = openName(owner, name);
  const Value *found = key.empty() ? nullptr : e.objects.findOpen(key);
  if (!found)
    return {};
  return isSetOnEveryPath(e, *found, name, e.frames.here) ? *found : Value();
}

/// A variable of a module of the program, set from another one: null if it is
/// not there.
static bool setVariableOf(Context &e, StringRef module, StringRef name,
                          const Value &value) {
  Scope &scope = *e.frames.userModules.at(module.str());
  auto cell = scope.cells.find(name.str());
  if (cell == scope.cells.end())
    return false;
  e.objects.setAttribute(cell->second, name, value);
  return true;
}

/// Whether what the library has under the name may become something else: what
/// PyTorch's own functions call would change with it.
static bool mayReplace(Context &e, const Value &owner, StringRef name,
                       ast::Range range) {
  if (owner.is(Kind::Function) || owner.is(Kind::Method) ||
      e.frames.isUserModule(owner) || openAttribute(e, owner, name))
    return !e.stopped();
  Value old;
  if (owner.is(Kind::Namespace))
    old = e.model.qualified((owner.text + "." + name).str());
  else if (owner.is(Kind::TypeValue) &&
           e.run.isBuiltin(("Tensor." + name).str()))
    old = makeBuiltin("Tensor");
  bool isOwns = old.is(Kind::Builtin) || old.is(Kind::Function);
  if (!e.stopped() && isOwns)
    e.error(range, "'" + name +
                       "' of PyTorch cannot be replaced, since other functions "
                       "of it may call it; give yours another name");
  return !e.stopped() && !isOwns;
}

bool setOpenAttribute(Context &e, const Value &owner, StringRef name,
                      const Value &value, ast::Range range) {
  std::string key = e.script() ? "" : openName(owner, name);
  if (key.empty()) {
    std::string kind =
        owner.is(Kind::Class)
            ? "class '" + owner.classInfo->name + "'"
            : "a value of type '" + toString(e.types.typeOf(owner)) + "'";
    e.kindError("AttributeError", range,
                "'" + toString(e.types.typeOf(owner)) +
                    "' object has no attribute '" + name + "'",
                "attributes of " + kind + " cannot be assigned");
    return false;
  }
  if (owner.is(Kind::Method)) {
    e.fault("AttributeError", range,
            "'method' object has no attribute '" + name + "'");
    return false;
  }
  if (!mayReplace(e, owner, name, range))
    return false;
  if (name == "__defaults__" && !value.is(Kind::Tuple)) {
    e.error(range, "'__defaults__' of a function is a tuple here");
    return false;
  }
  if (!e.frames.isUserModule(owner) ||
      !setVariableOf(e, owner.text, name, value))
    e.objects.setAttribute(e.objects.openAttributes, key, value);
  return true;
}

bool deleteOpenAttribute(Context &e, const Value &owner, StringRef name,
                         ast::Range range) {
  if (openAttribute(e, owner, name)) {
    e.objects.eraseAttribute(e.objects.openAttributes, openName(owner, name));
    return true;
  }
  if (!e.stopped())
    e.error(range, "the attribute '" + name + "' of a value of type '" +
                       toString(e.types.typeOf(owner)) + "' cannot be deleted");
  return false;
}

} // namespace tine::elaborate
