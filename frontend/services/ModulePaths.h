//===- ModulePaths.h - What traces call a module ----------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A module that another one holds is called by the attributes that lead to it
// from the module that the program calls, as in `layers.3.attention`; that one
// by its class, or by its variable where the class says nothing. Locations have
// these names (dialects/tine/ModuleLocations.h).
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SERVICES_MODULEPATHS_H
#define TINE_FRONTEND_SERVICES_MODULEPATHS_H

#include "frontend/services/Interpreter.h"
#include "frontend/values/Class.h"
#include <map>
#include <optional>

namespace tine::elaborate {

class Context;
struct CallArgs;
struct Frame;

class ModulePaths {
public:
  explicit ModulePaths(Context &e) : e(e) {}

  /// Gives a frame that will be the last one the path of the module whose
  /// method it runs, if any.
  void enter(Frame &frame);

  /// What a task is called that calls that.
  std::string nameOfTask(const Value &callee, const CallArgs &args);

  /// The body of a task, which the last frame forks: paths in it go on from
  /// that of the module that it calls.
  class Task {
  public:
    Task(Context &e, const Value &callee);
    ~Task();
    Task(const Task &) = delete;
    Task &operator=(const Task &) = delete;

  private:
    Context &e;
    size_t frame;
    mlir::StringAttr module; // of the frame
    size_t firstFrame;       // of the task around
    Value callee;
  };

private:
  /// A module that no other one holds, in a variable of the program.
  struct Root {
    Value module;
    std::string variable;
    bool holdsModules = false;
  };

  /// `isMade`: by this call, so nothing holds it yet.
  std::string pathOf(const Value &module, bool isMade = false);
  std::string pathFromRoots(const Value &module);
  std::vector<Root> findRoots() const;
  std::string labelOf(const Root &root, llvm::ArrayRef<Root> roots) const;
  /// The attributes that lead to a module from another one: none where they are
  /// the same.
  std::optional<std::string> find(const Value &from, const Value &module) const;
  unsigned idOf(const Value &module) const;
  /// Gives the attributes that lead to a module.
  using PathOf = llvm::function_ref<std::string()>;
  /// The modules in one, the nearest first, until `visit` gives false.
  void
  visitModules(const Value &from,
               llvm::function_ref<bool(PathOf, const Value &)> visit) const;
  /// Each value that the value holds, with its name.
  void visitHeld(
      const Value &value,
      llvm::function_ref<void(llvm::StringRef, const Value &)> visit) const;

  Context &e;
  size_t firstFrame = 0; // of the task
  Value callee;          // of the task
  std::map<unsigned, std::string> known;
  unsigned triesLeft = 256; // to find who holds what nobody does
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SERVICES_MODULEPATHS_H
