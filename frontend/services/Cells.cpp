//===- Cells.cpp - Variables that functions share -------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which variables these are, syntax/Names.h finds.
//
//===----------------------------------------------------------------------===//

#include "frontend/services/Cells.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/Frames.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Objects.h"
#include "frontend/services/RunObjects.h"
#include "frontend/syntax/Names.h"

using namespace tine;
using namespace tine::ast;
using llvm::StringRef;

namespace tine::elaborate {

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

void captureVariables(Context &e, Value &function) {
  FunctionInfo &info = *function.function;
  ast::Names names = info.def ? ast::namesOf(*info.def->params, info.def->body)
                              : ast::namesOf(*info.lambda);
  info.shared = std::move(names.shared);
  const Frame &frame = e.frames.back();
  for (const auto &[name, object] : frame.cells)
    if (names.outside.contains(name))
      info.cells[name] = object;
  for (const auto &name : names.globals)
    if (std::optional<unsigned> object =
            globalCell(e, *info.scope, name.first()))
      info.cells[name.first().str()] = *object;
  // The others it has by value. Methods have none.
  if (frame.isModule || info.owner || (info.def && !frame.function))
    return;
  Value byValue = makeTuple({});
  for (const auto &[name, value] : frame.locals)
    if (names.outside.contains(name)) {
      byValue.items.push_back(makeStr(name));
      byValue.items.push_back(value);
    }
  function.items.push_back(byValue);
}

void shareVariables(Context &e, Frame &frame,
                    llvm::ArrayRef<std::string> names) {
  if (names.empty())
    return;
  Object variables{Object::Kind::Variables};
  for (const std::string &name : names)
    if (auto local = frame.locals.find(name); local != frame.locals.end()) {
      variables.attributes[name] = local->second;
      frame.locals.erase(local);
    }
  unsigned object = e.objects.allocate(std::move(variables));
  for (const std::string &name : names)
    frame.cells[name] = object;
}

std::optional<unsigned> cellOf(const Frame &frame, StringRef name) {
  auto cell = frame.cells.find(name.str());
  return cell == frame.cells.end() ? std::nullopt : std::optional(cell->second);
}

std::optional<unsigned> globalCell(const Context &e, const Scope &scope,
                                   StringRef name) {
  if (const Frame *file = e.frames.moduleFrameOf(&scope))
    return cellOf(*file, name);
  const Cells &cells = scope.home().cells;
  auto cell = cells.find(name.str());
  return cell == cells.end() ? std::nullopt : std::optional(cell->second);
}

static const Value *findShared(const Context &e, unsigned object,
                               StringRef name) {
  const auto &attributes = e.get(object).attributes;
  auto attribute = attributes.find(name.str());
  return attribute == attributes.end() ? nullptr : &attribute->second;
}

const Value *findVariable(const Context &e, const Frame &frame,
                          StringRef name) {
  if (std::optional<unsigned> object = cellOf(frame, name))
    return findShared(e, *object, name);
  auto local = frame.locals.find(name.str());
  return local == frame.locals.end() ? nullptr : &local->second;
}

void setVariable(Context &e, StringRef name, Value value) {
  Frame &frame = e.frames.back();
  if (std::optional<unsigned> object = cellOf(frame, name))
    e.objects.setAttribute(*object, name, std::move(value));
  else
    frame.locals[name.str()] = std::move(value);
}

std::vector<std::pair<std::string, Value>> variablesOf(const Context &e,
                                                       const Frame &frame) {
  std::vector<std::pair<std::string, Value>> variables(frame.locals.begin(),
                                                       frame.locals.end());
  for (const auto &[name, object] : frame.cells) {
    bool isOwn =
        frame.isModule ||
        (frame.function && llvm::is_contained(frame.function->shared, name));
    const Value *value = isOwn ? findShared(e, object, name) : nullptr;
    if (value)
      variables.emplace_back(name, *value);
  }
  return variables;
}

Value readShared(Context &e, unsigned object, StringRef name,
                 ast::Range range) {
  Frame &frame = e.frames.back();
  bool isGlobal = globalCell(e, *frame.scope, name) == object;
  bool isOwn = !isGlobal && frame.function &&
               llvm::is_contained(frame.function->shared, name);
  std::string unset =
      isGlobal ? ("name '" + name + "' is not defined").str()
      : isOwn  ? ("cannot access local variable '" + name +
                  "' where it is not associated with a value")
                     .str()
               : ("cannot access free variable '" + name +
                  "' where it is not associated with a value in enclosing "
                  "scope")
                     .str();
  StringRef kind = isOwn ? "UnboundLocalError" : "NameError";
  const Value *found = findShared(e, object, name);
  if (!found)
    return isGlobal && e.run.isBuiltin(name) ? Value()
                                             : e.fault(kind, range, unset);
  if (found->is(Kind::Undefined)) {
    auto loop = frame.body.setIn.find(name.str());
    if (loop != frame.body.setIn.end() &&
        e.decisions.unroll(loop->second,
                           "a variable that each iteration makes is "
                           "read behind the loop"))
      return e.requestRestart();
    if (found->classInfo &&
        bringObjects(e, found->classInfo, "paths choose between them"))
      return {};
    return found->known ? e.failQuietly()
                        : e.error(range, "variable '" + name + "' " +
                                             (found->text.empty()
                                                  ? "is not defined on every "
                                                    "path"
                                                  : found->text));
  }
  if (!found->is(Kind::Maybe))
    return *found;
  Value value = found->items[0];
  mlir::Value isSet = found->ssa;
  e.check(isSet, kind, unset, range);
  // From here on it is set.
  if (isSet.getParentBlock() == e.b.getInsertionBlock())
    e.objects.setAttribute(object, name, value);
  return value;
}

bool isShared(const Heap &heap, const Slot &slot) {
  return slot.kind == Slot::Kind::Attribute && slot.id < heap.size() &&
         heap[slot.id] && heap[slot.id]->kind == Object::Kind::Variables;
}

} // namespace tine::elaborate
