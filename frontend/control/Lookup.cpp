//===- Lookup.cpp - What a name stands for --------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From a name to its value: a variable of the function, of the file, of another
// module, or what Python has itself. A name that has none is the program's
// error or what TorchScript does not see.
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/PythonNames.h"
#include "frontend/control/Elaborator.h"
#include "frontend/objects/ObjectModel.h"
#include "frontend/services/Cells.h"
#include "frontend/services/ErrorClasses.h"
#include "frontend/services/RunObjects.h"
#include "frontend/syntax/Liveness.h"
#include "frontend/syntax/Names.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// Python's message for a variable that has no value.
static std::string unsetText(StringRef name, bool isLocal) {
  return isLocal ? ("cannot access local variable '" + name +
                    "' where it is not associated with a value")
                       .str()
                 : ("name '" + name + "' is not defined").str();
}

/// TorchScript does not see the numbers and strings of the file; false after an
/// error.
static bool isSeenByScript(Elaborator &e, const Value &value, StringRef name,
                           ast::Range range) {
  const Frame &frame = e.frames.back();
  if (!frame.script || frame.scope->isLibrary ||
      !(value.isNumber() || value.is(Kind::Str) || value.is(Kind::Tensor) ||
        value.is(Kind::List) || value.is(Kind::Dict)))
    return true;
  e.error(range, "'" + name +
                     "' is a global variable, which TorchScript cannot read; "
                     "pass it as an argument, or make it a constant of the "
                     "module");
  return false;
}

/// What Python has under a name that the program does not define; null if
/// nothing.
static Value builtinNamed(Elaborator &e, StringRef name) {
  static const std::set<StringRef> ofLibrary = {"set", "frozenset", "vars",
                                                "exit", "quit"};
  if ((name == "open" || name == "input") && !e.script())
    return e.modules.library("io")->globals.at(name.str());
  if ((name == "bytes" || name == "bytearray") && !e.script())
    return e.modules.library("_bytes")->globals.at(name.str());
  if (ofLibrary.count(name) && !e.script())
    return e.modules.library("_builtins")->globals.at(name.str());
  // What patterns ask is no name of the program's.
  if (name.consume_front(StringRef(&ast::hiddenMark, 1)) &&
      !e.isBuiltin(name)) {
    const auto &matching = e.modules.library("_match")->globals;
    auto it = matching.find(name.str());
    return it == matching.end() ? Value() : it->second;
  }
  if (e.isBuiltin(name))
    return makeBuiltin(name);
  if (isException(name))
    return makeBuiltin(name);
  if (name == "NotImplemented" && !e.script())
    return makeBuiltin(name);
  if (name == "Ellipsis" && !e.script()) {
    Value dots;
    dots.kind = Kind::Ellipsis;
    return dots;
  }
  if (name == "__name__")
    return makeStr(e.frames.back().scope->moduleName);
  if (name == "__file__")
    return makeStr(e.frames.file().name());
  if (name == "__doc__" && !e.script())
    return docOf(e.frames.back().scope->home().body);
  return {};
}

/// The error of a name that is not there.
static Value unknownName(Elaborator &e, StringRef name, ast::Range range) {
  const Frame &frame = e.frames.back();
  SmallVector<StringRef> names;
  for (auto &entry : frame.locals)
    names.push_back(entry.first);
  for (auto &entry : frame.scope->home().globals)
    names.push_back(entry.first);
  for (auto &entry : e.frames.front().locals)
    names.push_back(entry.first);
  for (auto &entry : frame.cells)
    names.push_back(entry.first);
  for (auto &entry : e.builtins())
    if (!StringRef(entry.first).contains('.'))
      names.push_back(entry.first);
  std::string unsupported = unsupportedBuiltin(name);
  bool isLocal = frame.function && !frame.isModule;
  // Once is enough.
  if (e.diagnoser.collecting) {
    Value failed;
    failed.kind = Kind::Undefined;
    failed.known = true;
    frame.scope->globals[name.str()] = failed;
  }
  // Python finds out when it runs.
  if (!frame.script && (isLocal || unsupported.empty()) &&
      setsName(frame.body.statements, name))
    return e.fault(isLocal ? "UnboundLocalError" : "NameError", range,
                   unsetText(name, isLocal));
  if (!unsupported.empty())
    return e.error(range, unsupported);
  std::string near = nearestName(name, names);
  return e.kindError(
      "NameError", range, "name '" + name + "' is not defined",
      "name '" + name + "' is not defined" +
          (near.empty() ? "" : "; did you mean '" + near + "'?"));
}

Value Elaborator::lookup(StringRef name, ast::Range range) {
  Frame &frame = frames.back();
  const Value *found = nullptr;
  if (const ClassInfo *body = frame.classBody)
    if (auto it = body->members.find(attributeName(*this, name));
        it != body->members.end())
      return body->traits.isIntEnum ? makeInt(it->second.integer)
             : body->traits.isEnum && it->second.is(Kind::Tuple)
                 ? it->second.items[1]
                 : it->second;
  auto it = frame.locals.find(name.str());
  if (it != frame.locals.end())
    found = &it->second;
  if (std::optional<unsigned> object = cellOf(frame, name)) {
    Value value = readShared(*this, *object, name, range);
    if (stopped())
      return {};
    if (value)
      return isSeenByScript(*this, value, name, range) ? value : Value();
  }
  if (!found && frame.function && !frame.isModule) {
    // A name of the file; the program's own are the variables of its frame.
    if (const Frame *file = frames.moduleFrameOf(frame.scope)) {
      auto global = file->locals.find(name.str());
      if (global != file->locals.end())
        found = &global->second;
      else
        found = findVariable(*this, *file, name);
    } else if (std::optional<unsigned> object =
                   globalCell(*this, *frame.scope, name)) {
      Value value = readShared(*this, *object, name, range);
      if (stopped())
        return {};
      if (value)
        return isSeenByScript(*this, value, name, range) ? value : Value();
    }
  }
  if (!found) {
    const auto &globals = frame.scope->home().globals;
    auto global = globals.find(name.str());
    if (global != globals.end())
      found = &global->second;
    // Another module of the program may have set it.
    if (!frame.scope->isLibrary)
      if (const Value *open =
              objects.findOpen(frame.scope->home().moduleName + "." + name))
        found = open;
  }
  if (found && found->is(Kind::Maybe)) {
    bool isOwn = it != frame.locals.end();
    bool isLocal = isOwn && frame.function && !frame.isModule;
    Value value = found->items[0];
    mlir::Value isSet = found->ssa;
    check(isSet, isLocal ? "UnboundLocalError" : "NameError",
          unsetText(name, isLocal), range);
    // From here on it is set.
    if (isOwn && isSet.getParentBlock() == b.getInsertionBlock())
      frame.locals[name.str()] = value;
    return value;
  }
  // What each iteration makes, and exists at compile time only.
  if (found && found->is(Kind::Undefined) && !script()) {
    auto loop = frame.body.setIn.find(name.str());
    if (loop != frame.body.setIn.end() &&
        decisions.unroll(loop->second,
                         "a variable that each iteration makes is "
                         "read behind the loop")) {
      requestRestart();
      return {};
    }
  }
  if (found && found->is(Kind::Undefined) && found->classInfo &&
      bringObjects(*this, found->classInfo, "paths choose between them"))
    return {};
  if (found && found->is(Kind::Undefined))
    return found->known ? failQuietly()
                        : error(range, "variable '" + name + "' " +
                                           (found->text.empty()
                                                ? "is not defined on every path"
                                                : found->text));
  if (found) {
    return it != frame.locals.end() ||
                   isSeenByScript(*this, *found, name, range)
               ? *found
               : Value();
  }
  Value builtin = builtinNamed(*this, name);
  return builtin ? builtin : unknownName(*this, name, range);
}

} // namespace tine::elaborate
