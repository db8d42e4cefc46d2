//===- Numbers.h - Numbers, known or of the run -----------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scalars as SSA values and constants, their conversion, and what is known of
// those that the run computes.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SERVICES_NUMBERS_H
#define TINE_FRONTEND_SERVICES_NUMBERS_H

#include "frontend/services/Context.h"
#include "frontend/services/Counting.h"

namespace tine::elaborate {

class Numbers : public Service {
public:
  explicit Numbers(const Context &context) : Service(context) {}

  Value toFloat(const Value &value, ast::Range range);
  Value toInt(const Value &value, ast::Range range);
  /// Notes what a condition says where it is `truth`; `learnt` has what has to
  /// be erased from `chosen` behind that.
  void learn(mlir::Value condition, bool truth,
             llvm::SmallVectorImpl<mlir::Value> &learnt);
  std::optional<bool> isKnownTo(mlir::Value flag) const;
  /// Whether both conditions hold; null is true.
  mlir::Value both(mlir::Value a, mlir::Value c, ast::Range range);
  /// The one element of a tensor as a number.
  /// The only element of a tensor that is made of known numbers by arange or
  /// linspace; null for others.
  Value knownItem(mlir::Value tensor);
  bool isKnownTensor(mlir::Value tensor);
  Value item(const Value &tensor, ast::Range range);
  mlir::Value scalar(const Value &number, mlir::Type type);
  /// Raises where a known number is too large for the type.
  bool isHeldBy(mlir::Type type, const Value &number, ast::Range range);
  /// The same for every number, and converts it.
  mlir::Value exactScalar(const Value &number, mlir::Type type,
                          ast::Range range);
  /// The least and the greatest value of an int, if that is known.
  std::optional<std::pair<int64_t, int64_t>> boundsOf(const LinearForm &form);
  bool normalizeDim(const Value &dim, int64_t rank, ast::Range range,
                    int64_t &out);
  /// One known integer, or an error that says what it is for.
  bool knownInt(const Value &value, ast::Range range, const llvm::Twine &what,
                int64_t &out);
  bool intList(const Value &value, ast::Range range, const llvm::Twine &what,
               llvm::SmallVectorImpl<int64_t> &out);
  /// An int as an index.
  mlir::Value toIndex(const Value &integer);
  mlir::Value ssa(const Value &scalar);
  mlir::Value constIndex(int64_t value);
  mlir::Value constInt(int64_t value);
  mlir::Type elementTypeOf(int64_t dtype);
  /// What torch.set_default_dtype said; an error if it depends on the path.
  mlir::Type defaultFloat();
  static int64_t dtypeOf(mlir::Type element);

  llvm::DenseMap<mlir::Value, bool> chosen; // what the arms around here know
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SERVICES_NUMBERS_H
