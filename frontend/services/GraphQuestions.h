//===- GraphQuestions.h - Questions to the graph of autograd ----*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is asked of the operations so far before a gradient is taken: on what
// the outputs depend, and whether what their derivatives read was changed in
// place.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SERVICES_GRAPHQUESTIONS_H
#define TINE_FRONTEND_SERVICES_GRAPHQUESTIONS_H

#include "frontend/services/Context.h"
#include "llvm/ADT/DenseSet.h"

namespace tine::nn {
class DependenceGraph;
}

namespace tine::elaborate {

/// What gradients are taken of: tensors, and what they are weighted by.
struct Outputs {
  std::vector<Value> tensors;
  std::vector<Value> seeds; // None for 1
};

/// What becomes of the graph: nobody goes through it again, somebody may, and
/// the gradients have one of their own.
enum class GraphUse : uint8_t { Release, Retain, Create };

class GraphQuestions : public Service {
public:
  explicit GraphQuestions(const Context &context) : Service(context) {}

  /// What values that loops around carry, and of which the graph is made, were
  /// made of in earlier iterations.
  llvm::DenseSet<mlir::Value> madeBefore(const nn::DependenceGraph &graph);
  /// Whether the way from the outputs to what loops around carry is not cut by
  /// one of the inputs.
  bool reachesCarried(llvm::ArrayRef<mlir::Value> outputs,
                      const std::vector<Value> &inputs);
  llvm::SmallVector<mlir::Value> valuesOfInput(unsigned input);
  /// The same with the view of each, and what it had before `.data` was
  /// assigned.
  std::vector<Elements> elementsOfInput(unsigned input);
  /// Whether a value can be used here: its block has no end yet.
  static bool isVisible(mlir::Value value);
  /// What the storage of a tensor holds now.
  mlir::Value storedIn(unsigned tensor);
  llvm::SmallVector<mlir::Value> storedIn(const Outputs &outputs);
  /// True if an scf op returns the autograd leaf itself next to a value of the
  /// graph that may be derived from it.
  bool comesWith(const Value &leaf, const nn::DependenceGraph &graph);
  /// True if the graph also contains a value that the scf op which returns the
  /// leaf has derived from it: the leaf's own uses would give a part of its
  /// gradient only.
  bool comesThrough(const Value &leaf, const nn::DependenceGraph &graph);
  /// What the tensors that require a gradient are known by.
  llvm::DenseSet<mlir::Value> gradedValues();
  /// True if a tensor depends on tensors whose requires_grad is known at run
  /// time only, and on no other tensor that requires a gradient.
  bool isMadeOfUnsure(const Value &tensor);
  /// The same of elements of a list of the run of which only some require one.
  /// None if only the last trials of the loops can tell.
  std::optional<bool> isMadeOfMixedList(const Value &tensor);
  /// What is in the graph and has a derivative that certainly reads the value.
  /// `graded` are the gradedValues().
  llvm::SmallVector<mlir::Value>
  readByDerivatives(mlir::Value value, const nn::DependenceGraph &graph,
                    const llvm::DenseSet<mlir::Value> &graded);
  /// True if the elements of a leaf differ from this value on every path.
  bool hasCertainlyChanged(unsigned id, mlir::Value value);
  /// True if the outputs depend on this merged tensor only through its own SSA
  /// value, not through that of a possible alias.
  bool isUsedAsItself(const Value &input, const Outputs &outputs);
  /// Whether the tensor was read of a list or dict of the run of which, or of
  /// what was put into it, the outputs are made beside it.
  bool isReadBeside(const Value &input, const Outputs &outputs);
  /// Whether they are made of what a loop carries and may be the tensor.
  bool isCarriedUnderOtherName(const Value &input, const Outputs &outputs);
  /// Whether a leaf's elements are no longer this value, as a condition of the
  /// run where branches decide; null where that cannot be told.
  mlir::Value hasChanged(mlir::Value now, mlir::Value value, ast::Range range);
  /// Whether derivatives of the outputs read no leaf that was changed in place
  /// since: reported where one certainly was; where branches have decided, the
  /// run finds out.
  bool leavesAreUnchanged(const nn::DependenceGraph &graph,
                          llvm::ArrayRef<mlir::Value> outputs,
                          ast::Range range);
  /// The same of all tensors that were changed in place, leaves or not
  /// (SavedTensors.cpp).
  bool savedAreUnchanged(const nn::DependenceGraph &graph,
                         llvm::ArrayRef<mlir::Value> outputs, ast::Range range);
  /// The same of one value that a storage had.
  bool savedIsUnchanged(unsigned id, mlir::Value former,
                        llvm::ArrayRef<mlir::Value> outputs, ast::Range range);
  /// Values in the graph that were computed by an operation whose derivative
  /// reads this value of a storage.
  llvm::SmallVector<mlir::Value>
  savedFor(mlir::Value former, const nn::DependenceGraph &graph,
           const llvm::DenseSet<mlir::Value> &graded);
  /// Whether a gradient has released ops of the graph that use the value: going
  /// through them again fails in the run for that reason.
  static bool wasReleased(mlir::Value value, const nn::DependenceGraph &graph);
  /// Whether the value, a gradient, may be made of what requires one.
  bool isMadeOfGraded(mlir::Value value);
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SERVICES_GRAPHQUESTIONS_H
