//===- TimedText.cpp - Statements that timeit gets as text ----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As in CPython, the two texts become the body of one function: what they set
// is local to it, and its globals are those that the caller gives.
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/Methods.h"
#include "frontend/builtins/Registry.h"
#include "frontend/services/Budget.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Context.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/Frames.h"
#include "frontend/services/Interpreter.h"
#include "frontend/syntax/Names.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

static constexpr StringLiteral globalsOf = "globals() of ";

Value globalsHere(const Context &e) {
  return makeNamespace((globalsOf + e.frames.back().scope->moduleName).str());
}

/// The text with what follows a line break moved to the right.
static std::string indented(StringRef text, unsigned spaces) {
  std::string result(spaces, ' ');
  for (char c : text) {
    result += c;
    if (c == '\n')
      result.append(spaces, ' ');
  }
  return result + "\n";
}

static std::string functionOf(StringRef stmt, StringRef setup) {
  return "def inner(_number, _timer, _stmt, _setup):\n" + indented(setup, 4) +
         "    _start = _timer()\n"
         "    for _i in range(_number):\n" +
         indented(stmt, 8) +
         "        pass\n"
         "    return _timer() - _start\n";
}

/// Gives the scope the globals that the caller has named; false after an error.
static bool bindGlobals(Context &e, Scope &scope, const Value &globals,
                        ast::Range range) {
  if (globals.is(Kind::None))
    return true;
  if (globals.is(Kind::Namespace) &&
      StringRef(globals.text).starts_with(globalsOf)) {
    // The call is in the file that runs, or that file's name has gone through
    // another one.
    auto caller = llvm::find_if(llvm::reverse(e.frames), [](const Frame &f) {
      return !f.scope->isLibrary;
    });
    Scope &home = caller->scope->home();
    if (home.moduleName ==
        StringRef(globals.text).drop_front(globalsOf.size())) {
      scope.around = &home;
      scope.moduleName = home.moduleName;
      scope.package = home.package;
      return true;
    }
  }
  if (globals.is(Kind::Dict) && !e.get(globals.id).isRuntime &&
      !e.containers.isOpen(globals)) {
    const std::vector<Value> &items = e.get(globals.id).items;
    for (size_t i = 0; i + 1 < items.size(); i += 2)
      if (items[i].is(Kind::Str))
        scope.globals[items[i].text] = items[i + 1];
    return true;
  }
  return e.error(range,
                 "'globals' of timeit is 'globals()', or a dict that is known "
                 "at compile time");
}

/// _tine.timed_function(stmt, setup, globals): a function of the number of
/// runs, the clock and what '_stmt' and '_setup' are in the texts; it gives the
/// time that the runs took.
static Value timedFunction(Context &e, Bound &a) {
  for (size_t i : {0, 1}) {
    if (a[i].is(Kind::Str) && a[i].isConst())
      continue;
    if (a[i].is(Kind::Str) && e.decisions.unrollEnclosingLoop())
      return {};
    return e.error(a.range, "timeit takes functions, or text that is known at "
                            "compile time");
  }
  std::string text = functionOf(a[0].text, a[1].text);
  if (!e.budget.checkText(text.size(), a.range))
    return {};
  // Sites are places in the tree: every round has the same one.
  Sources::Library &source =
      e.decisions.facts.sources.libraries["<timeit>\n" + text];
  if (!source.file)
    source.file = std::make_unique<SourceFile>("<timeit-src>", text);
  if (!source.tree)
    source.tree = parseModule(*source.file, e.diagnoser.diagnostics);
  if (!source.tree)
    return e.error(a.range, "the text is no statements");
  Scope &scope = *e.frames.newLibraryScope(source.file.get(), "timeit");
  scope.isLibrary = false;
  if (!bindGlobals(e, scope, a[2], a.range))
    return {};
  auto *def = source.tree->body.size() == 1
                  ? dyn_cast<ast::FunctionDefStmt>(source.tree->body[0])
                  : nullptr;
  if (!def)
    return e.error(a.range, "the text is no statements of a function");
  Value function;
  function.kind = Kind::Function;
  function.function = std::make_shared<FunctionInfo>();
  function.function->def = def;
  function.function->scope = &scope;
  function.function->name = def->name.str();
  function.function->qualifiedName = def->name.str();
  function.function->shared = ast::namesOf(*def->params, def->body).shared;
  return function;
}

void registerTimedText(Registry &r) {
  r.add("_tine.timed_function", "stmt, setup, globals", timedFunction);
}

} // namespace tine::elaborate
