//===- Precision.h - Calls at another precision -----------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is one kernel of PyTorch and several operations here rounds once in
// PyTorch: of half floats it is computed in float32. And what torch.autocast
// does to a call.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_BUILTINS_PRECISION_H
#define TINE_FRONTEND_BUILTINS_PRECISION_H

#include "frontend/builtins/Registry.h"
#include "frontend/services/Context.h"

namespace tine::elaborate {

/// The arguments of a call, which the call may get with other values.
struct CallOperands {
  llvm::SmallVector<Value *> values;
  Value *inPlace = nullptr; // the flag `inplace`
  bool hasDtype = false;    // the caller says which dtype the result has
};

/// A table of rules of functions: what each row sets for its names, which are
/// separated by spaces.
template <typename Rule>
llvm::StringMap<Rule> rulesByName(
    std::initializer_list<std::pair<llvm::StringRef, void (*)(Rule &)>> rows) {
  llvm::StringMap<Rule> made;
  for (const auto &[names, set] : rows)
    for (llvm::StringRef name : llvm::split(names, ' '))
      set(made[name]);
  return made;
}

/// Calls the function with the arguments at the precision that PyTorch calls it
/// with, and gives its result the dtype that it has there.
Value callAtPrecision(Context &e, llvm::StringRef function,
                      CallOperands operands, ast::Range range,
                      llvm::function_ref<Value()> call);

/// The handler of a builtin, likewise.
Value invoke(Context &e, const BuiltinInfo &builtin, Bound &a);

void registerPrecision(Registry &registry);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_BUILTINS_PRECISION_H
