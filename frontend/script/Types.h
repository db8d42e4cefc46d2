//===- Types.h - What types alone tell of TorchScript -----------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TorchScript's rules of operators and conversions, as far as they are certain.
// Whatever has TypeKind::Unknown is accepted, and so is the result of what is
// not known.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SCRIPT_TYPES_H
#define TINE_FRONTEND_SCRIPT_TYPES_H

#include "frontend/syntax/AST.h"
#include "frontend/values/Class.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tine::elaborate {

Type unknown();
inline bool isUnknown(const Type &type) {
  return type->kind == TypeKind::Unknown;
}
bool isNumberType(const Type &type);

/// Unknown for what is no literal.
Type typeOfLiteral(const ast::Expr *e);

/// The type that an annotation names; Unknown for what is not one of Python's
/// or torch's own. `isOwn` tells the names that the program gives a meaning.
Type typeOfAnnotation(const ast::Expr *annotation,
                      llvm::function_ref<bool(llvm::StringRef)> isOwn);
/// Why TorchScript takes the annotation for no type, "" if it may do.
std::string
refusalOfAnnotation(const ast::Expr *annotation,
                    llvm::function_ref<bool(llvm::StringRef)> isOwn);

/// Whether two types are certainly not the same, nor joined to an Optional.
bool certainlyDiffer(const Type &a, const Type &b);

/// Where a value gets another type.
enum class Place : uint8_t {
  Declared, // the type is written there: nothing is converted
  Variable, // numbers are converted
  Returned,
  Argument,
};
/// Whether a value certainly cannot get a type.
bool neverConverts(const Type &from, const Type &to, Place place);

/// The type of an operation; null where TorchScript certainly has none.
Type typeOfBinary(ast::BinaryOp op, const Type &a, const Type &b);
Type typeOfUnary(ast::UnaryOp op, const Type &operand);
Type typeOfCompare(ast::CompareOp op, const Type &a, const Type &b);

/// The type of `base[index]`, null as above. `at` is a known index.
Type typeOfSubscript(const Type &base, const ast::Expr *index,
                     const Type &indexType);
/// The type of what a loop gets of a value, null as above.
Type typeOfElement(const Type &iterable);
/// The type of an attribute or method of a value, null as above.
Type typeOfAttribute(const Type &base, llvm::StringRef name);
/// The type of what a method gives; Unknown if its name does not tell.
Type typeOfMethodCall(const Type &base, llvm::StringRef name, size_t arguments);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SCRIPT_TYPES_H
