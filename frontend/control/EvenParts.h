//===- EvenParts.h - Parts of a tensor that follow each other ---*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What split(), chunk() and unbind() give: views that differ in nothing but
// where they start, each as far behind the one before. A loop over them can
// find each in the run.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_CONTROL_EVENPARTS_H
#define TINE_FRONTEND_CONTROL_EVENPARTS_H

#include "frontend/control/Elaborator.h"

namespace tine::elaborate {

class EvenParts {
public:
  /// `items` as such parts, of which there are at least two; none if they are
  /// something else.
  static std::optional<EvenParts> of(Elaborator &e,
                                     llvm::ArrayRef<Value> items);

  /// Part number `i`, an int of the run that is smaller than their number.
  Value at(Elaborator &e, const Value &i) const;

private:
  std::vector<unsigned> ids; // of all
  size_t step = 0;           // of its path, the slice that differs
  int64_t start = 0;         // of the first
  int64_t spacing = 0;       // elements of the dimension
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_CONTROL_EVENPARTS_H
