//===- OwnDerivatives.h - Functions with their derivative -------*- C++ -*-===//
//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call of a function whose derivative the program or the library gives.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_CONTROL_OWNDERIVATIVES_H
#define TINE_FRONTEND_CONTROL_OWNDERIVATIVES_H

#include "frontend/control/Elaborator.h"

namespace tine::elaborate {

class OwnDerivative {
public:
  OwnDerivative(Elaborator &e, ast::Range range);

  /// The outputs, made of the inputs by a function of this name; None where
  /// `backward` gives it for an input, which has no derivative then.
  Value run(const std::vector<Value> &outputs, const std::vector<Value> &inputs,
            const Value &backward, llvm::StringRef gradFn);

private:
  bool elaborate(const Value &backward, size_t count);
  mlir::Value fit(mlir::Value gradient, mlir::RankedTensorType type);

  Elaborator &e;
  ast::Range range;
  ScratchRegion scratch;
  mlir::Region &region;
  llvm::SmallVector<mlir::Value> results; // as the backward function knows them
  llvm::SmallVector<mlir::Value> gradients; // null for None
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_CONTROL_OWNDERIVATIVES_H
