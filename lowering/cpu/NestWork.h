//===- NestWork.h - What a loop nest computes -------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names, shapes, operations on floats and bytes of a nest on buffers: what a
// trace says about it, and whether it is worth saying.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_CPU_NESTWORK_H
#define TINE_LOWERING_CPU_NESTWORK_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"

namespace tine {

/// Size `dim` of a buffer, which the run decides on.
struct RunSize {
  mlir::Value buffer;
  int64_t dim;
};

/// A number that is the sum of products of a constant and sizes of buffers.
class Amount {
public:
  /// Adds `factor` times the sizes.
  void add(int64_t factor, llvm::ArrayRef<RunSize> sizes = {});
  void add(const Amount &other, int64_t times = 1);
  /// Only the run knows it, and no size says it.
  void forget() { known = false; }

  /// The number where it is a constant.
  std::optional<int64_t> constant() const;
  bool isKnown() const { return known; }
  /// Code for it, which must be known.
  mlir::Value
  emit(mlir::OpBuilder &builder, mlir::Location loc,
       llvm::function_ref<mlir::Value(const RunSize &)> sizeOf) const;
  /// Each product of the sum.
  void forEach(
      llvm::function_ref<void(int64_t, llvm::ArrayRef<RunSize>)> visit) const {
    for (const Term &term : terms)
      visit(term.factor, term.sizes);
  }

private:
  struct Term {
    int64_t factor;
    llvm::SmallVector<RunSize, 4> sizes;
  };
  llvm::SmallVector<Term, 2> terms;
  bool known = true;
};

struct NestWork {
  Amount flops;            // operations on floats; a function is one
  Amount bytes;            // read and written, each buffer once
  int64_t nanoseconds = 0; // about; what the run decides on counts as nothing
  bool runDecides = false; // on some of it
  std::string shapes;      // "f32[2,?] -> f32[2]"
  llvm::SmallVector<RunSize, 4> sizes; // those that are "?"
};

/// Whether the op is one of linalg, cpu or memref that computes or moves
/// elements of buffers.
bool isNest(mlir::Operation *op);

/// The op that a private function on buffers consists of, as
/// `outline-equal-nests` makes them, or null.
mlir::Operation *nestOfFunction(mlir::func::FuncOp function);

/// Names of operations in the locations of the op and in it, in order, as
/// "mul+relu".
std::string namesOf(mlir::Operation *op);

/// The work of a nest, or of a loop or branch with nests and calls of nests.
NestWork workOf(mlir::Operation *op, mlir::SymbolTable &symbols);

} // namespace tine

#endif // TINE_LOWERING_CPU_NESTWORK_H
