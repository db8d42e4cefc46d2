//===- LoopValues.h - What a loop carries, and changing it ------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_SUPPORT_LOOPVALUES_H
#define TINE_LOWERING_SUPPORT_LOOPVALUES_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SmallBitVector.h"

namespace tine {

/// A value that a loop is to carry besides.
struct AddedLoopValue {
  mlir::Value init;
  /// Was appended to the body's arguments.
  mlir::Value argument;
  mlir::Value yielded;
};

/// The values that an scf.for or scf.while carries from one iteration to the
/// next, by number.
class CarriedValues {
public:
  /// `loop` is an scf.for or scf.while.
  explicit CarriedValues(mlir::Operation *loop);

  static bool isLoop(mlir::Operation *op) {
    return mlir::isa<mlir::scf::ForOp, mlir::scf::WhileOp>(op);
  }

  mlir::Operation *loop() const { return op; }
  unsigned size() const { return op->getNumResults(); }
  /// The block whose iterations they are: the second one of a while loop.
  mlir::Block *body() const;
  mlir::Value init(unsigned number) const;
  mlir::BlockArgument argument(unsigned number) const;
  mlir::Value yielded(unsigned number) const;
  mlir::OpResult result(unsigned number) const;
  /// The number of the value that is an argument of the body.
  unsigned numberOf(mlir::BlockArgument argument) const;
  /// Whether the value reaches the body and the result as it is; the first
  /// block of a while loop may give others.
  bool isPlain(unsigned number) const;

  /// Gives what is left of the dropped values from the added ones.
  using Substitute =
      llvm::function_ref<void(mlir::OpBuilder &, mlir::ValueRange added,
                              llvm::ArrayRef<mlir::Value> dropped)>;
  /// Replaces the loop by one that does not carry the values in `dropped`,
  /// plain ones whose arguments in the body have no uses, but carries `added`,
  /// whose results are the last. Where a dropped value still has uses, in the
  /// first block of a while loop and behind the loop, `substitute` replaces
  /// them; it gets the place, the added values there and all the dropped ones,
  /// by number. (Upstream's replaceWithAdditionalYields takes values away from
  /// no loop and adds them to an scf.for only.)
  mlir::Operation *change(const llvm::SmallBitVector &dropped,
                          llvm::ArrayRef<AddedLoopValue> added = {},
                          Substitute substitute = nullptr);

private:
  mlir::Operation *op;
};

} // namespace tine

#endif // TINE_LOWERING_SUPPORT_LOOPVALUES_H
