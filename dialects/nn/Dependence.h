//===- Dependence.h - What values are made of -------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A leaf that only a branch uses which is not taken, or a loop that does not
// run, has no gradient. Whether it has one is known at compile time where all
// ways to the outputs agree.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_DIALECTS_NN_DEPENDENCE_H
#define TINE_DIALECTS_NN_DEPENDENCE_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace tine::nn {

class GradientOp;

/// Whether a value is made of another one, as derivatives see it.
enum class Presence : uint8_t { Unknown, Never, Always, Sometimes };

/// What a value is made of.
struct Origin {
  enum class Kind : uint8_t {
    Any,       ///< of each of the sources
    Branch,    ///< of one of two: what the arms of an scf.if yield
    Loop,      ///< of one of two: what an iteration yields, or what it starts
               ///< with
    Carried,   ///< the same, inside of the loop
    List,      ///< of some of its elements, which are the sources, with the
               ///< lists that it is a copy of
    Container, ///< of what was put into it, or of a part of that
  } kind = Kind::Any;
  llvm::SmallVector<mlir::Value> sources;
  /// A list of which all elements are known (`hasOwnElements`), perhaps one
  /// that a branch or loop gives.
  bool isList = false;
};

/// Whether the loop, an scf.for or scf.while, has an iteration; none if that is
/// not known at compile time.
std::optional<bool> hasIteration(mlir::Operation *loop);

/// Whether it is a list, dict or cell of the run.
bool isContainer(mlir::Value value);

/// The appends of an element for which this holds that certainly run before
/// `read`, a reader of the list.
llvm::SmallVector<mlir::Operation *>
appendsBefore(mlir::Value list, mlir::Operation *read,
              llvm::function_ref<bool(mlir::Value)> holds);

/// The value, and what it was before in the branches and loops that give it
/// where they change one tensor in place (`tine.update`); or `anyChoice` that
/// they make.
llvm::SetVector<mlir::Value> versionsOf(mlir::Value value,
                                        bool anyChoice = false);

/// All that some values are made of.
class DependenceGraph {
public:
  using GradientOrigins = std::map<mlir::Operation *, std::vector<Origin>>;

  /// Arguments of the regions around `home` and `ends` are made of nothing.
  /// `known` is what gradients on the way are made of.
  DependenceGraph(llvm::ArrayRef<mlir::Value> outputs, mlir::Region *home,
                  llvm::ArrayRef<mlir::Value> ends = {},
                  std::shared_ptr<GradientOrigins> known = nullptr);

  bool contains(mlir::Value value) const { return numbers.contains(value); }
  const Origin &originOf(mlir::Value value) const {
    return nodes[numbers.lookup(value)].origin;
  }
  /// For each value in the graph whether it is made of one of `inputs`.
  void solve(llvm::ArrayRef<mlir::Value> inputs);
  /// Of the inputs of the last solve().
  Presence presenceOf(mlir::Value value) const;
  bool hasChoices() const { return choices; }
  /// Sources in front of what is made of them, but for ways around a loop.
  auto values() const {
    return llvm::map_range(nodes, [](const Node &node) { return node.value; });
  }

private:
  struct Node {
    mlir::Value value;
    Origin origin;
    llvm::SmallVector<unsigned> sources; // numbers
    std::optional<bool> runs;            // Loop
    Presence presence = Presence::Unknown;
  };
  Origin makeOrigin(mlir::Value value, mlir::Region *home);
  /// Of each result: not what the outputs are made of, but what their
  /// derivative by the input is computed from.
  std::vector<Origin> makeGradientOrigins(GradientOp op, mlir::Region *home);
  Presence combine(const Node &node) const;

  std::vector<Node> nodes; // sources come first, as far as there is no cycle
  llvm::DenseMap<mlir::Value, unsigned> numbers;
  std::shared_ptr<GradientOrigins> gradients;
  bool choices = false;
};

/// Results in the graph, one for each op whose derivative, by a value that
/// `isDerivedBy`, reads this value.
llvm::SmallVector<mlir::Value>
readByDerivatives(mlir::Value value, const DependenceGraph &graph,
                  llvm::function_ref<bool(mlir::Value)> isDerivedBy);

} // namespace tine::nn

#endif // TINE_DIALECTS_NN_DEPENDENCE_H
