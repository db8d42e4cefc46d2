//===- WalkedSizes.h - Sizes of what a loop goes over -----------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In Python a loop over a dict or set raises a RuntimeError behind an iteration
// that changed its size.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_CONTROL_WALKEDSIZES_H
#define TINE_FRONTEND_CONTROL_WALKEDSIZES_H

#include "frontend/control/Elaborator.h"

namespace tine::elaborate {

class WalkedSizes {
public:
  /// The dicts and sets that a loop over `iterable`, which begins now, goes
  /// over.
  WalkedSizes(Elaborator &e, const Value &iterable, ast::Range range);

  bool empty() const { return walked.empty(); }
  /// An iteration, with the error behind it.
  Flow iteration(llvm::function_ref<Flow()> body);

private:
  struct Walked {
    Value container;
    Value size; // when the loop began
  };

  void collect(const Value &iterable);
  /// The dict that has the entries; null where the run chose it.
  Value dictOf(const Value &container) const;
  bool mayHaveChanged(const Value &dict, const Heap &before,
                      mlir::Operation *first) const;
  Flow check(const Walked &one);

  Elaborator &e;
  ast::Range range;
  std::vector<Walked> walked;
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_CONTROL_WALKEDSIZES_H
