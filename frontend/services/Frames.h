//===- Frames.h - The call stack --------------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions that run, the innermost last, and where in the program
// elaboration is.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SERVICES_FRAMES_H
#define TINE_FRONTEND_SERVICES_FRAMES_H

#include "frontend/values/State.h"
#include <deque>

namespace tine::elaborate {

/// A place in the source in the place of a node of the tree.
inline const void *nodeOf(ast::Range range) {
  return reinterpret_cast<const void *>(
      static_cast<uintptr_t>(range.begin) << 32 |
      static_cast<uintptr_t>(range.end) << 1 | 1);
}

class Frames {
public:
  std::vector<Frame> stack;
  std::deque<Scope> scopes;                   // of files
  std::map<std::string, Scope *> userModules; ///< those that were imported

  Frame &front() { return stack.front(); }
  const Frame &front() const { return stack.front(); }
  Frame &back() { return stack.back(); }
  const Frame &back() const { return stack.back(); }
  Frame &operator[](size_t i) { return stack[i]; }
  const Frame &operator[](size_t i) const { return stack[i]; }
  size_t size() const { return stack.size(); }
  auto begin() { return stack.begin(); }
  auto end() { return stack.end(); }
  auto begin() const { return stack.begin(); }
  auto end() const { return stack.end(); }
  auto rbegin() const { return stack.rbegin(); }
  auto rend() const { return stack.rend(); }
  void push_back(Frame frame) { stack.push_back(std::move(frame)); }
  void pop_back() { stack.pop_back(); }

  const SourceFile &file() const { return *back().scope->file; }
  bool script() const { return back().script; }
  /// Whether a call of the program's functions from here is TorchScript's.
  bool callsScript() const { return back().script || back().inScript; }
  Site site(const void *node) const { return {node, back().call.path}; }
  /// Code that is reached in another way has sites of its own.
  template <typename Way, typename Act> auto along(const Way &way, Act act) {
    size_t path = back().call.path, depth = size();
    back().call.path = llvm::hash_combine(path, way);
    auto result = act();
    if (size() == depth)
      back().call.path = path;
    return result;
  }
  Scope *newLibraryScope(const SourceFile *file, llvm::StringRef moduleName);
  bool isUserModule(const Value &value) const {
    return value.is(Kind::Namespace) && userModules.count(value.text);
  }
  /// The frame of a file that runs.
  const Frame *moduleFrameOf(const Scope *scope) const;

  /// What statements that run now hold beside variables.
  std::vector<Value> held;
  /// The lists that loops of the program go over now, and the loops.
  std::vector<std::pair<unsigned, const void *>> walks;
  unsigned functionCount = 0; // that were defined
  unsigned callDepth = 0;
  size_t heapAtFork = 0; // objects that are older than the task
  unsigned forkDepth = 0;
  ast::Range here; // of the expression that runs now
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SERVICES_FRAMES_H
