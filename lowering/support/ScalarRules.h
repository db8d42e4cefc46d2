//===- ScalarRules.h - What an elementwise op computes ----------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of the elementwise operations of nn: for the class of each of them,
// what it does with one element of a float, an integer or a bool.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_SUPPORT_SCALARRULES_H
#define TINE_LOWERING_SUPPORT_SCALARRULES_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tine {

/// One application of an elementwise operation to elements.
struct ScalarCase {
  mlir::ImplicitLocOpBuilder &b;
  llvm::SmallVector<mlir::Value> x;
  mlir::Type from; ///< the element type that it computes in
  mlir::Type to;   ///< the element type of the result

  /// i8 is PyTorch's uint8, the only unsigned type.
  bool isUnsigned() const {
    return from.isSignlessInteger(8) || from.isInteger(1);
  }
};

using ScalarFn = mlir::Value (*)(ScalarCase &);

struct ScalarRule {
  ScalarFn onFloat, onInt, onBool;
  /// The integer case fails when the second operand is 0.
  bool divides = false;

  ScalarFn forType(mlir::Type type) const {
    return mlir::isa<mlir::FloatType>(type) ? onFloat
           : type.isInteger(1)              ? onBool
                                            : onInt;
  }
};

/// The rule of a class of operations, or null when they are not elementwise.
const ScalarRule *findScalarRule(mlir::TypeID operation);

inline const ScalarRule *findScalarRule(mlir::Operation *op) {
  return findScalarRule(op->getName().getTypeID());
}

/// The rule of an elementwise operation.
template <typename Op> const ScalarRule &scalarRule() {
  return *findScalarRule(mlir::TypeID::get<Op>());
}

/// A number of an element type.
mlir::Value scalarConstant(mlir::ImplicitLocOpBuilder &b, mlir::Type type,
                           double value);

/// Converts one element as nn.cast does.
mlir::Value castScalar(mlir::ImplicitLocOpBuilder &b, mlir::Value x,
                       mlir::Type to);

} // namespace tine

#endif // TINE_LOWERING_SUPPORT_SCALARRULES_H
