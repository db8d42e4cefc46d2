//===- Numpy.h - Arrays and numbers of NumPy --------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arrays are objects of a class of the library that hold a tensor. A number of
// NumPy is a number of Python whose `classInfo` is a class of
// library/numpy/_scalars.py, which says its dtype: it goes wherever a number
// goes. One of float32 is the float of 64 bits that has its value, one of int8
// an int. Where a number is NumPy's on one path and Python's on another, its
// class is `_unsure`: both print alike, and compute alike but for their errors.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SERVICES_NUMPY_H
#define TINE_FRONTEND_SERVICES_NUMPY_H

#include "frontend/services/Context.h"

namespace tine::elaborate {

/// Whether it is the library's own array of NumPy.
bool isArray(Context &e, const Value &v);

/// Whether the class is one of NumPy's numbers.
bool isNumpyClass(const ClassInfo *info);
/// Whether it is a number of NumPy, or may be one.
bool isNumpyNumber(const Value &v);
/// Whether a number may be NumPy's, and may be Python's.
bool isUnsureNumber(const Value &v);
/// The dtype of a number, which NumPy gives one of Python's, too.
int64_t numpyDType(const Value &v);
/// A number as one of Python's, of the same value.
Value pythonNumber(Value v);
/// A number, converted to a dtype, as one of NumPy's.
Value numpyNumber(Context &e, const Value &number, int64_t dtype,
                  ast::Range range);

/// The one element of an array, if it is known at compile time; else null.
Value knownItemOfArray(mlir::Value tensor);

/// `a op c` of numbers of which one is NumPy's, and its relatives.
Value numpyBinary(Context &e, ast::BinaryOp op, const Value &a, const Value &c,
                  ast::Range range);
Value numpyUnary(Context &e, ast::UnaryOp op, const Value &a, ast::Range range);
Value numpyCompare(Context &e, ast::CompareOp op, const Value &a,
                   const Value &c, ast::Range range);
/// str() or repr() of a number of NumPy, as a string.
Value numpyText(Context &e, const Value &number, bool repr, ast::Range range);

/// The type of a number that has either type, one of them NumPy's; null if
/// they are of two dtypes.
Type joinNumpyTypes(const Type &a, const Type &b);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SERVICES_NUMPY_H
