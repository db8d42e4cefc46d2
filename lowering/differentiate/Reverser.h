//===- Reverser.h - Builds the backward pass of a gradient ------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The forward code is walked backwards. Each op turns the cotangents of its
// results into those of its operands: ops of nn by their rules (Pullback.h),
// loops, branches and forks by loops, branches and forks of their own, lists by
// lists of cotangents.
//
// Values of the forward pass that lie in a region and that its backward region
// needs are handed over: a branch gives them as more results, a loop appends
// them to a list that its backward loop pops, a fork's future gets more
// leaves. What follows from values at hand by cheap ops is computed again
// (Keeping.h).
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_DIFFERENTIATE_REVERSER_H
#define TINE_LOWERING_DIFFERENTIATE_REVERSER_H

#include "dialects/nn/NN.h"
#include "dialects/tine/Tine.h"
#include "lowering/differentiate/Activity.h"
#include "lowering/differentiate/Scratch.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include <memory>

namespace tine::nn {
class GradientOp;
class ListCatOp;
class WithDerivativeOp;
} // namespace tine::nn

namespace tine {

/// Another name of a gradient's input: a loop around the gradient gives it as
/// an argument, and the value is what that was made of.
struct InputAlias {
  mlir::Value value;
  mlir::Value input;
  mlir::Operation *loop;
  bool isInit;  // what the loop starts with, not what an iteration yields
  bool isFresh; // the input is another tensor in each iteration
  bool isInput; // it is one of the inputs, and has a gradient of its own
};
llvm::SmallVector<InputAlias> aliasesOf(nn::GradientOp op);

class Reverser {
public:
  Reverser(mlir::OpBuilder &builder, Activity &activity,
           llvm::SmallVector<InputAlias> aliases, bool recompute, bool again)
      : b(builder), activity(activity), aliases(std::move(aliases)),
        recompute(recompute), again(again) {}
  ~Reverser();

  /// What a loop carries from one iteration to the next.
  struct Carried {
    mlir::Value arg, yield, init;
  };
  /// Of an argument of a loop's body; nothing if it is none, or if the
  /// condition of the loop computes it.
  static std::optional<Carried> carriedAs(mlir::Value value);

  /// The backward pass of what leads to the op, in front of it; its results in
  /// the order of its inputs. Reports what has no derivative.
  mlir::FailureOr<llvm::SmallVector<mlir::Value>> run(nn::GradientOp op);

private:
  /// What has a cotangent: a tensor, or a leaf of a future.
  using Place = std::pair<mlir::Value, unsigned>;
  /// A part of a cotangent: a tensor, or a leaf of a future that runs still;
  /// of the whole, or of the slice that the op takes.
  struct Part {
    mlir::Value value;
    unsigned leaf = 0;
    mlir::Operation *slice = nullptr; // an nn.slice
  };
  using Parts = llvm::MapVector<Place, llvm::SmallVector<Part>>;
  /// A region of the backward pass while it is built.
  struct Scope {
    Parts parts;
    Scope *outer = nullptr;
    mlir::Region *forward = nullptr;    // none of a guard
    mlir::OpBuilder::InsertPoint place; // of the outer scope
    /// Lists of the outside that have cotangents of their own in an arm.
    llvm::SetVector<mlir::Value> given;
  };
  /// A branch around the way back from the first iteration of a loop, which is
  /// gone once.
  struct Guard {
    Guard(mlir::OpBuilder &b, mlir::Location loc) : scratch(b, loc) {}
    Scratch scratch;
    Scope scope;
    mlir::Value condition;
  };

  // Reverser.cpp
  void add(Place place, Part part);
  void add(mlir::Value value, mlir::Value part) { add({value, 0}, {part, 0}); }
  mlir::Value take(Place place);
  /// Adds the parts of a place's cotangent to `total`, which may be null.
  mlir::Value sum(Place place, llvm::ArrayRef<Part> parts,
                  mlir::Value total = {});
  mlir::Value zeros(mlir::Value like);
  mlir::Value zeros(Place place);
  /// Takes the op, which has been replaced, out of the program. Its address is
  /// not used again while the activity of values is looked up by theirs.
  void retire(mlir::Operation *op);
  /// What was known of a value holds for the one that takes its place.
  void inherit(mlir::ValueRange from, mlir::ValueRange to);
  mlir::LogicalResult reverse(mlir::Block::iterator begin,
                              mlir::Block::iterator end);
  mlir::LogicalResult reverse(mlir::Operation *op);
  mlir::LogicalResult reverseByRule(mlir::Operation *op);
  mlir::LogicalResult reverse(nn::WithDerivativeOp op);
  mlir::LogicalResult fail(mlir::Operation *op, const llvm::Twine &why);
  /// What of the value may have a cotangent.
  static llvm::SmallVector<Place> placesOf(mlir::Value value);
  /// The type of a place's cotangent.
  static mlir::RankedTensorType typeOf(Place place);

  // ReverseRegions.cpp
  mlir::LogicalResult reverse(mlir::scf::IfOp op);
  mlir::LogicalResult reverse(mlir::scf::ForOp op);
  mlir::LogicalResult reverse(mlir::scf::WhileOp op);
  /// Cotangents of values outside of the region, summed; the others are
  /// dropped. A loop adds them to arguments of the block, which it appends.
  llvm::MapVector<Place, mlir::Value> leave(Scope &scope,
                                            mlir::Block *loop = nullptr);
  /// Values in the forward region that the ops of the block use, once what is
  /// cheap is computed again (Keeping.h).
  llvm::SmallVector<mlir::Value> kept(mlir::Block &backward,
                                      mlir::Region &forward,
                                      mlir::ValueRange free = {});
  /// The op or what is around it that is being reversed, up to a task.
  mlir::Operation *outermost(mlir::Operation *op);
  /// Appends the values to a new list at the end of each iteration; the list.
  /// What is around the loop goes back the way it came, so that all runs of the
  /// loop share the list.
  mlir::Value save(mlir::Operation *loop, mlir::Block &body,
                   llvm::ArrayRef<mlir::Value> values);
  /// Takes the last element of the list at the start of the block for the
  /// values in it.
  void restore(mlir::Value list, mlir::Block &backward,
               llvm::ArrayRef<mlir::Value> values);

  /// Leaves of lists and futures are i64, not index.
  static mlir::Value toLeaf(mlir::OpBuilder &b, mlir::Value value);
  static mlir::Value fromLeaf(mlir::OpBuilder &b, mlir::Value leaf,
                              mlir::Type type);

  /// What a backward loop adds up: the place, and the total behind an
  /// iteration, which began as an argument of the body.
  using Sums = llvm::SmallVector<std::pair<Place, mlir::Value>>;
  /// Makes the region the body of a loop over iterations from the last to the
  /// first. The arguments of its block are a counter, `carried`, and the sums,
  /// which start as zeros and are added to the cotangents of their places. What
  /// the loop gives for `carried`.
  mlir::ValueRange makeLoop(mlir::Location loc, mlir::Value trip,
                            mlir::Region &body,
                            llvm::ArrayRef<mlir::Value> carried,
                            llvm::ArrayRef<mlir::Value> yields,
                            const Sums &sums);

  // ReverseEarlier.cpp
  /// The way back from what an iteration of a loop around the gradient starts
  /// with, through all earlier iterations to what the loop starts with.
  mlir::LogicalResult reverseEarlier(mlir::Operation *loop);
  /// What the loop carries that leads to an input; nothing if the gradient does
  /// not go through earlier iterations.
  mlir::FailureOr<llvm::SmallVector<Carried>> pendingIn(mlir::Operation *loop,
                                                        mlir::Block &body);
  /// The cotangent of what an iteration starts with, a tensor or a list.
  mlir::Value takeCarried(const Carried &one);
  /// Adds it to that of what an iteration or the loop has given it.
  mlir::LogicalResult giveCarried(mlir::Operation *loop, mlir::Value value,
                                  mlir::Value cotangent);
  /// Whether the loop changes lists of its outside that have cotangents.
  bool changesLists(mlir::Operation *loop, mlir::Region &body);
  /// The cotangents of inputs under the names that they have in an iteration,
  /// of those that may be replaced where they are `alive` behind it, or it also
  /// `stays` as they were.
  Sums sumsOfInputs(mlir::Block &backward, mlir::Region &forward,
                    const llvm::MapVector<mlir::Value, mlir::Value> &alive,
                    const llvm::MapVector<mlir::Value, mlir::Value> &stays);
  /// Whether what an iteration yields is the argument, as a condition; null if
  /// that cannot be told in the body's block.
  mlir::Value isPassed(mlir::Value yield, mlir::Value arg, mlir::Block &body);
  /// Begins a guard for what is outside of the loop.
  void enterGuard(mlir::Operation *loop);
  /// Ends the innermost guard.
  void leaveGuard();
  /// The value, if it is outside of the scope, or an input's name there; null
  /// for what nobody outside knows.
  mlir::Value nameOutside(mlir::Value value, const Scope &scope);
  /// What its other names have got is the input's, too.
  mlir::Value withAliases(mlir::Value input, mlir::Value gradient);

  // ReverseForks.cpp
  mlir::LogicalResult reverse(ForkOp op);
  mlir::LogicalResult reverse(WaitOp op);
  /// The backward pass of a fork whose future must stay as it is: its body runs
  /// again there.
  mlir::LogicalResult reverseAgain(ForkOp op);
  /// Adds leaves to the fork's future; the new fork.
  ForkOp giveMore(ForkOp op, llvm::ArrayRef<mlir::Value> values);

  // ReverseLists.cpp
  mlir::LogicalResult reverse(ListGetOp op);
  mlir::LogicalResult reverse(ListAppendOp op);
  mlir::LogicalResult reverse(nn::ListCatOp op);
  /// A tensor in an element of a list, perhaps as a leaf of a future.
  struct ListSlot {
    unsigned part;
    unsigned leaf;
    mlir::Type type;
  };
  static llvm::SmallVector<ListSlot> slotsOf(mlir::Value list);
  /// Adds an element of the list of cotangents to what `leaves`, an element of
  /// `list`, was made of.
  void addElement(mlir::Value list, mlir::ValueRange leaves,
                  mlir::ValueRange cotangents);
  /// The list of the cotangents of a list's elements; null when none has one.
  mlir::Value cotangentsOf(mlir::Value list);
  /// Zeros in a new list of cotangents, one for each element.
  mlir::Value zerosBeside(mlir::Value list);
  bool touchesLists(mlir::Operation *op);
  /// Whether the cotangents of the list's elements come back to their origin.
  static bool isFollowed(mlir::Value list);
  // ReverseListChoices.cpp
  /// Whether the value, which a branch gives or a loop carries, is a list with
  /// cotangents that matter.
  bool carriesList(mlir::Value list);
  /// What a branch or loop gives as a list, it was before as `list`: that has
  /// the cotangents as its own, or they are added to those that it has got.
  mlir::LogicalResult giveList(mlir::Operation *op, mlir::Value list,
                               mlir::Value cotangents);
  /// Lists of the outside of a branch that the arm may give for a result with
  /// cotangents, and that have got none behind it.
  llvm::SetVector<mlir::Value> listsGivenBy(mlir::scf::IfOp op,
                                            mlir::Block *arm);
  llvm::SetVector<mlir::Value> listsGivenBy(mlir::scf::IfOp op); // any arm
  // ReverseListChanges.cpp
  mlir::LogicalResult reverse(ListSetOp op);
  mlir::LogicalResult reverse(ListInsertOp op);
  mlir::LogicalResult reverse(ListPopOp op);
  mlir::LogicalResult reverse(ListExtendOp op);
  mlir::LogicalResult reverse(ListReverseOp op);
  mlir::LogicalResult reverse(ListClearOp op);
  mlir::LogicalResult reverse(ListCopyOp op);
  mlir::LogicalResult reverse(ListRepeatOp op);
  mlir::LogicalResult reverse(ListSliceOp op);
  /// Finds what the outputs may depend on.
  void markUseful(mlir::ValueRange outputs);
  /// Makes the cotangents of lists that the op changes and that are used before
  /// it: they start with the length that the list has behind the op.
  void meetLists(mlir::Operation *op);
  /// A task in the op that changes a list that the outputs are made of.
  mlir::Operation *findChangedList(mlir::Operation *op);
  /// Adds the cotangents of a new list to those of what it was made of; `place`
  /// gives where an element was.
  mlir::LogicalResult
  giveBack(mlir::Operation *op, mlir::Value list,
           llvm::function_ref<mlir::Value(mlir::Value)> place);
  /// Adds the elements of a list of cotangents to those of another one.
  void addElements(mlir::Value from, mlir::Value to,
                   llvm::function_ref<mlir::Value(mlir::Value)> place);
  mlir::Value makeSlice(mlir::Value tensor, mlir::RankedTensorType type,
                        int64_t dim, mlir::Value offset, mlir::Value size);
  mlir::Value makeReshape(mlir::Value tensor, mlir::RankedTensorType type,
                          mlir::Value like);

  mlir::OpBuilder &b;
  Activity &activity;
  llvm::SmallVector<InputAlias> aliases;
  bool recompute; // cheap values, not only views and addresses
  bool again;     // whether the backward pass will have one of its own
  /// On a way that the gradient may go again, as that through earlier
  /// iterations: what a loop has kept is read, not taken.
  bool revisits = false;
  struct Earlier {
    mlir::Value list; // what the iterations kept
    mlir::Value runs; // a list as long as the gradient ran often
    /// Whether an input is still the tensor that the loop started with, of
    /// those that it may replace.
    llvm::DenseMap<mlir::Value, mlir::Value> alive;
  };
  llvm::MapVector<mlir::Operation *, Earlier> earlier;
  llvm::SmallVector<std::unique_ptr<Guard>> guards;
  Scope *scope = nullptr;
  /// Of each list the one of its cotangents, and all those there were.
  llvm::DenseMap<mlir::Value, mlir::Value> lists;
  llvm::DenseSet<mlir::Value> cotangentLists;
  llvm::DenseSet<mlir::Value> useful;
  llvm::SmallVector<mlir::Operation *> retired;
};

} // namespace tine

#endif // TINE_LOWERING_DIFFERENTIATE_REVERSER_H
