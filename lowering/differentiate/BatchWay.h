//===- BatchWay.h - The way of a batch over devices -------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations of a block that make rows of a batch out of the same rows: how
// they are found, and how they are done by parts.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_DIFFERENTIATE_BATCHWAY_H
#define TINE_LOWERING_DIFFERENTIATE_BATCHWAY_H

#include "dialects/nn/Rows.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace tine::nn {
class ReduceOp;
} // namespace tine::nn

namespace tine {

/// What takes long enough to be shared between devices.
bool isProduct(mlir::Operation *op);
/// Whether the op is a product or has one in its regions.
bool hasProduct(mlir::Operation *op);

/// Where the rows lie in what an op reads and makes.
struct Cutting {
  llvm::SmallVector<nn::Rows> operands;
  llvm::SmallVector<nn::Rows> results;
};

/// Why rows end at an op.
struct Obstacle {
  mlir::Operation *op;
  std::string why;
};

/// The operations of a block that make rows of a batch out of its rows.
class BatchWay {
public:
  /// From a copy whose rows lie along a dimension, and not through `stops`,
  /// where other rows begin.
  BatchWay(ToOp crossing, int64_t dim, llvm::DenseSet<mlir::Operation *> stops,
           const llvm::DenseSet<mlir::Value> &derivedBy)
      : crossing(crossing), dim(dim), rows(crossing.getType().getDimSize(dim)),
        stops(std::move(stops)), derivedBy(derivedBy) {}

  /// Finds what the rows begin with.
  void goBack();
  /// Finds all that is made of these rows. Behind goBack().
  void goOn();
  /// How many products it has; none if one device has them all.
  unsigned countProducts() const { return devices.size() > 1 ? products : 0; }
  llvm::ArrayRef<Obstacle> getObstacles() const { return obstacles; }
  int64_t getRows() const { return rows; }
  auto getOps() const { return llvm::make_first_range(ops); }
  llvm::ArrayRef<mlir::Attribute> getDevices() const {
    return devices.getArrayRef();
  }
  /// The first op because of which one device has all products of it.
  std::optional<Obstacle> whyNot();

  /// Does it in parts of so many rows.
  void split(int64_t partRows, int64_t batch);

private:
  std::optional<Cutting> cuttingOf(mlir::Operation *op, unsigned result,
                                   nn::Rows at);
  std::optional<Cutting> cuttingFor(mlir::Operation *op);
  bool isPossible(mlir::Value value, nn::Rows at) const;
  bool isCut(mlir::Value value) const { return cut.contains(value); }
  bool isSumOverRows(mlir::Operation *op) const;
  void visit(mlir::Operation *op);
  void joinAt(mlir::Operation *op, mlir::Operation *taker);
  llvm::SmallVector<mlir::Value> &piecesOf(mlir::Value value, nn::Rows at,
                                           mlir::Operation *reader);
  mlir::RankedTensorType typeOf(mlir::Value value, nn::Rows at,
                                unsigned part) const;
  mlir::Value unroll(mlir::OpBuilder &b, mlir::Value tensor, nn::Rows at);
  mlir::Value join(mlir::Operation *op, mlir::Value whole, nn::Rows at);
  void splitSum(nn::ReduceOp op);
  void splitOp(mlir::Operation *op);

  ToOp crossing;
  int64_t dim;
  int64_t rows;
  llvm::DenseSet<mlir::Operation *> stops;
  const llvm::DenseSet<mlir::Value> &derivedBy;

  /// What the way back has found, and where its rows are.
  llvm::DenseMap<mlir::Value, nn::Rows> wanted;
  /// What is made by parts, and where its rows are.
  llvm::DenseMap<mlir::Value, nn::Rows> cut;
  llvm::MapVector<mlir::Operation *, Cutting> ops;
  llvm::SetVector<mlir::Operation *> sums;
  llvm::SmallVector<mlir::tensor::DimOp> sizes;
  /// What is made of all rows, and the op that took them all.
  llvm::DenseMap<mlir::Value, mlir::Operation *> joined;
  /// Those of these ops behind which there are products.
  llvm::DenseSet<mlir::Operation *> takenFor;
  llvm::SetVector<mlir::Attribute> devices;
  unsigned products = 0;
  llvm::SmallVector<Obstacle> begins, obstacles, ends;

  // While it is split.
  llvm::SmallVector<int64_t> starts; // of each part, and the end
  int64_t batch = 0;
  using Place = std::pair<mlir::Value, std::pair<int64_t, int64_t>>;
  static Place placeOf(mlir::Value value, nn::Rows at) {
    return {value, {at.dim, at.outer}};
  }
  llvm::MapVector<Place, llvm::SmallVector<mlir::Value>> pieces;
};

} // namespace tine

#endif // TINE_LOWERING_DIFFERENTIATE_BATCHWAY_H
