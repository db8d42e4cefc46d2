//===- BackwardPass.h - Derivatives of outputs ------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What backward() and autograd.grad() do: gradients of outputs by leaves or
// inputs, with the hooks of tensors on the way.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_BUILTINS_BACKWARDPASS_H
#define TINE_FRONTEND_BUILTINS_BACKWARDPASS_H

#include "frontend/services/GraphQuestions.h"
#include <set>

namespace tine::elaborate {

class BackwardPass : public Service {
public:
  explicit BackwardPass(const Context &context) : Service(context) {}

  /// Adds to `.grad` of `inputs`, or of every leaf that the outputs depend on.
  bool backward(const Outputs &outputs, const std::vector<Value> *inputs,
                GraphUse graphUse, ast::Range range);
  /// Of the leaves that a backward pass by `outputs` reaches, those that it
  /// gives no gradient as it goes on to what they may be (`passed`), and those
  /// whose gradient is unknown after it.
  void resolveAliases(const Outputs &outputs, const std::vector<Value> *inputs,
                      std::set<unsigned> &passed, std::set<unsigned> &unknown);
  /// One gradient for each input, invalid where nothing depends on it. The
  /// hooks of tensors on the way are called; `captures` is for autograd.grad.
  bool gradients(const Outputs &outputs, const std::vector<Value> &inputs,
                 GraphUse graphUse, ast::Range range, std::vector<Value> &out,
                 bool captures = false);
  /// The same without hooks; no way back goes on behind an end.
  bool gradientsUpTo(llvm::ArrayRef<mlir::Value> ends, const Outputs &outputs,
                     const std::vector<Value> &inputs, GraphUse graphUse,
                     ast::Range range, std::vector<Value> &out);
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_BUILTINS_BACKWARDPASS_H
