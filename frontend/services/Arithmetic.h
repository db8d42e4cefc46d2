//===- Arithmetic.h - Binary operators on numbers ---------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In both modes, at compile time and in the run.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SERVICES_ARITHMETIC_H
#define TINE_FRONTEND_SERVICES_ARITHMETIC_H

#include "frontend/services/Context.h"

namespace tine::elaborate {

/// `a op c` of two numbers.
Value arithmetic(Context &e, ast::BinaryOp op, const Value &a, const Value &c,
                 ast::Range range);

/// The type of elements that two operands with dimensions have together; either
/// may be null.
mlir::Type promoteTypes(mlir::Type a, mlir::Type b);

/// Reports that the operator does not take values of these types.
Value unsupportedOperands(Context &e, ast::BinaryOp op, const Value &a,
                          const Value &c, ast::Range range);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SERVICES_ARITHMETIC_H
