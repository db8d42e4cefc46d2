//===- UpdateTrees.h - The same update of many tensors ----------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An optimizer's update of one parameter is a tree of elementwise operations.
// The trees of parameters of different shapes have the same form; side by side
// they are one tree, whose nodes have a value of each parameter: its lanes.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_PLACEMENT_UPDATETREES_H
#define TINE_LOWERING_PLACEMENT_UPDATETREES_H

#include "dialects/tine/Tine.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include <map>
#include <memory>

namespace tine {

/// Values side by side: one for each parameter.
using Lanes = llvm::SmallVector<mlir::Value>;

/// The vector that joins tensors of these shapes and this element type.
mlir::RankedTensorType vectorType(mlir::TypeRange lanes, mlir::Type element);

struct UpdateNode {
  enum class Kind {
    State,     ///< what the loop carries
    Operation, ///< an elementwise operation on other nodes
    Splat,     ///< one scalar, or tensor without dimensions, for all elements
    Leaf,      ///< anything else
  };
  Kind kind = Kind::Leaf;
  /// One value for each parameter; of a splat, one.
  Lanes lanes;
  llvm::SmallVector<UpdateNode *> operands;
  /// The lanes joined: given for a state, made for a leaf.
  mlir::Value vector;

  mlir::Type element() const {
    return mlir::getElementTypeOrSelf(lanes.front().getType());
  }
};

/// The trees of what is computed in one block.
class UpdateTrees {
public:
  /// Arguments of `states`, a block or null, are the states.
  UpdateTrees(mlir::Block *block, mlir::Block *states)
      : block(block), states(states) {}

  /// The node of these values, which have known shapes.
  UpdateNode *get(const Lanes &lanes);

  /// Makes those nodes leaves that would need more vectors of elements than
  /// they are themselves: those without a state that are made of several
  /// leaves.
  void cutBelow(UpdateNode *node);

  /// All nodes that a node is made of, itself last.
  static void collect(UpdateNode *node,
                      llvm::SmallVectorImpl<UpdateNode *> &out);

  /// One loop over the elements of all lanes that computes the roots, behind
  /// the last value that it needs. Where a root has an entry in `destinations`
  /// that is not null its result is written there. Leaves are joined.
  mlir::linalg::GenericOp emit(llvm::ArrayRef<UpdateNode *> roots,
                               llvm::ArrayRef<mlir::Value> destinations);

  /// Lanes that are results of `op` become those of `by`, which takes its
  /// place.
  void replace(mlir::Operation *op, mlir::Operation *by);

  /// A number by which trees of one form agree.
  llvm::hash_code hash(mlir::Value value);

  /// Whether the value is an elementwise operation. One of a block around is
  /// computed again: that costs less than to load its result.
  static bool isElementwise(mlir::Value value);

private:
  bool makeOperation(UpdateNode &node);

  mlir::Block *block;
  mlir::Block *states;
  std::map<std::vector<void *>, std::unique_ptr<UpdateNode>> nodes;
  llvm::DenseMap<mlir::Value, llvm::hash_code> hashes;
  llvm::DenseSet<UpdateNode *> cut;
};

} // namespace tine

#endif // TINE_LOWERING_PLACEMENT_UPDATETREES_H
