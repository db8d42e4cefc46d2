//===- GradFlags.h - What autograd knows of tensors -------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which tensors require a gradient, are leaves, and by which function they were
// made; and what is known of that where paths join (JoinGrad.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SERVICES_GRADFLAGS_H
#define TINE_FRONTEND_SERVICES_GRADFLAGS_H

#include "frontend/services/Context.h"
#include "frontend/values/State.h"

namespace tine::elaborate {

class GraphQuestions;

class GradFlags : public Service {
public:
  GradFlags(const Context &context, GraphQuestions &graph)
      : Service(context), graph(graph) {}

  GraphQuestions &graph;

  /// Whether it is known what leaf the tensor is, if any: false after a restart
  /// or an error.
  bool knowsLeaf(const Value &tensor, ast::Range range);
  /// Whether it is a parameter or another tensor that keeps its gradient.
  bool isLeaf(const Value &value);
  /// Whether it is a list of compile time with a parameter or another leaf.
  bool hasLeaf(const Value &list);
  bool requiresGrad(const Value &tensor);
  /// False, with an error, where only the run knows whether it does.
  bool knowsGrad(const Value &tensor, ast::Range range);
  /// After what requires a gradient was written to it.
  void becomeGraded(const Value &tensor, llvm::StringRef gradFn);
  bool setRequiresGrad(const Value &tensor, const Value &flag,
                       ast::Range range);
  /// Whether a leaf requires a gradient, where only the run knows; else null.
  mlir::Value requiresGradFlag(const Value &tensor);
  void startGraph(const Value &tensor, ast::Range range);
  bool gradOf(llvm::ArrayRef<Value> inputs);
  /// What a function of the library has computed in several steps has
  /// PyTorch's name for one (GradNames.cpp). Older objects keep theirs.
  void nameGradFn(llvm::StringRef function, const Value &result, size_t older);
  /// Nobody knows the gradient of this tensor from here on.
  void forgetGrad(unsigned id);
  void setGradFn(const Value &tensor, llvm::StringRef name);
  /// A tensor of the storage requires a gradient, or none does.
  void setGraded(unsigned storage, bool graded);
  /// It is a leaf that requires no gradient.
  void detach(const Value &tensor);
  /// It keeps its gradient, though it is no leaf.
  void retain(const Value &tensor);
  void errorOfUnsureGrad(ast::Range range);
  /// Tells of the tensors in what paths choose whether they require a gradient,
  /// are leaves, and which function made them, as far as that is the same in
  /// all `values`, each in its heap. `byCount`: the number of an
  /// iteration chooses.
  void joinGrad(const Value &joined,
                llvm::ArrayRef<std::pair<const Heap *, Value>> values,
                bool byCount = false);
  /// Merges what is known of objects that were there before, as two paths have
  /// left them, into the heap.
  void mergePaths(const Heap &before, const Heap &x, const Heap &y,
                  JoinPoint at);
  /// It comes in place of others (`Object::isJoined`).
  void markJoined(const Value &joined);
  /// Whether two heaps know the same of their tensors' gradients.
  static bool knowsSameGrad(const Heap &a, const Heap &b);

  bool hasGradientHooks = false; ///< somewhere, now or before
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SERVICES_GRADFLAGS_H
