//===- Budget.h - Limits of elaboration -------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts steps, depth and sizes. Each function is false when an error was
// reported.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SERVICES_BUDGET_H
#define TINE_FRONTEND_SERVICES_BUDGET_H

#include "frontend/services/Context.h"
#include "frontend/values/Limits.h"

namespace tine::elaborate {

class Budget : public Service {
public:
  explicit Budget(const Context &context) : Service(context) {}

  /// Counts steps of elaboration, and looks at the stack.
  bool spend(ast::Range range, uint64_t steps = 1);
  bool checkLength(uint64_t length, ast::Range range, llvm::StringRef what);
  bool checkText(uint64_t size, ast::Range range);
  /// The parts of a tuple, or the text of a string.
  bool checkValue(const Value &value, ast::Range range);
  /// Before a branch, loop or task that stays one.
  bool checkNesting(ast::Range range);
  bool checkTensor(mlir::RankedTensorType type, ast::Range range);
  /// False, reported: a view of every `step`th element has strides too large.
  bool checkStep(const Value &tensor, int64_t step, ast::Range range);
  /// Before `item` is put into a list or dict: it may not hold that itself.
  bool checkItem(const Value &container, const Value &item, ast::Range range);

  Limits limits;
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SERVICES_BUDGET_H
