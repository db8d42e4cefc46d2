//===- RowGroups.cpp - Operations on the same rows ------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowering/cuda/RowGroups.h"
#include "lowering/cuda/Combiners.h"
#include "lowering/cuda/KernelBuilder.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"

using namespace mlir;
using namespace tine;
using namespace tine::cuda;

namespace {

int64_t productOf(ArrayRef<int64_t> sizes) {
  int64_t product = 1;
  for (int64_t size : sizes)
    product *= size;
  return product;
}

bool isUnit(int64_t size) { return size == 1; }

/// True if the body can run at any point, whatever it is given.
bool isSimple(linalg::GenericOp op) {
  return llvm::all_of(op.getBody()->without_terminator(), [](Operation &inner) {
    return inner.getNumRegions() == 0 && isPure(&inner) &&
           !isa<linalg::IndexOp>(inner);
  });
}

} // namespace

bool RowGroup::isOfRows(Operation *op) const {
  SmallVector<int64_t> sizes;
  if (auto generic = dyn_cast<linalg::GenericOp>(op))
    sizes = generic.getStaticLoopRanges();
  else
    llvm::append_range(
        sizes, cast<MemRefType>(cast<memref::CopyOp>(op).getTarget().getType())
                   .getShape());
  return sizes.size() >= rows.size() &&
         llvm::equal(ArrayRef(sizes).take_front(rows.size()), rows) &&
         llvm::all_of(ArrayRef(sizes).drop_front(rows.size()), isUnit);
}

RowPlace RowGroup::placeOf(linalg::GenericOp op, OpOperand &operand) const {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  if (!isOfRows(op) && map.isIdentity())
    return RowPlace::Element;
  if (map.getNumResults() < rows.size())
    return RowPlace::Elsewhere;
  for (auto [i, result] : llvm::enumerate(map.getResults())) {
    auto dim = dyn_cast<AffineDimExpr>(result);
    auto constant = dyn_cast<AffineConstantExpr>(result);
    bool isRow = i < rows.size();
    if (dim && (isRow ? dim.getPosition() == i : sizes[dim.getPosition()] == 1))
      continue;
    if (constant && constant.getValue() == 0 && (!isRow || rows[i] == 1))
      continue;
    return RowPlace::Elsewhere;
  }
  return RowPlace::Row;
}

SmallVector<Operation *> RowGroup::findReleases() const {
  SmallVector<Operation *> releases;
  for (Operation *op = ops.front(); op != ops.back(); op = op->getNextNode())
    if (frees(op))
      releases.push_back(op);
  return releases;
}

namespace {

/// Grows a group around an op that combines rows.
class Grouping {
public:
  /// Nothing if the op is no seed.
  static std::optional<RowGroup>
  around(linalg::GenericOp seed, const llvm::DenseSet<Operation *> &taken) {
    Grouping grouping(taken);
    if (!grouping.start(seed))
      return std::nullopt;
    for (Operation *op = seed->getPrevNode(); op && grouping.joins(op);
         op = op->getPrevNode()) {
    }
    std::reverse(grouping.group.ops.begin(), grouping.group.ops.end());
    for (Operation *op = seed->getNextNode(); op && grouping.joins(op);
         op = op->getNextNode()) {
    }
    return grouping.finish();
  }

private:
  explicit Grouping(const llvm::DenseSet<Operation *> &taken) : taken(taken) {}

  bool start(linalg::GenericOp op) {
    SmallVector<int64_t> sizes = op.getStaticLoopRanges();
    if (llvm::is_contained(sizes, 0))
      return false;
    for (auto [size, kind] :
         llvm::zip_equal(sizes, op.getIteratorTypesArray())) {
      bool isRow = linalg::isParallelIterator(kind);
      if (isRow && !group.inner.empty())
        return false;
      (isRow ? group.rows : group.inner).push_back(size);
    }
    if (llvm::any_of(group.inner, ShapedType::isDynamic))
      return false;
    for (OpOperand *input : op.getDpsInputOperands())
      if (isa<MemRefType>(input->get().getType()) &&
          group.placeOf(op, *input) == RowPlace::Element)
        group.whole = input->get();
    int64_t length = productOf(group.inner);
    return group.whole && length > 1 && length <= longestRow && joinsGroup(op);
  }

  /// True if the search goes on behind the op.
  bool joins(Operation *op) {
    if (staysInFront(op) || frees(op))
      return true;
    return !taken.contains(op) && joinsGroup(op);
  }

  bool joinsGroup(Operation *op) {
    llvm::SmallVector<std::pair<Value, RowPlace>> reads, writes;
    if (auto copy = dyn_cast<memref::CopyOp>(op)) {
      auto source = cast<MemRefType>(copy.getSource().getType());
      auto target = cast<MemRefType>(copy.getTarget().getType());
      if (source.getShape() != target.getShape() || !group.isOfRows(op))
        return false;
      reads.push_back({copy.getSource(), RowPlace::Row});
      writes.push_back({copy.getTarget(), RowPlace::Row});
    } else {
      auto generic = dyn_cast<linalg::GenericOp>(op);
      if (!generic || !fits(generic))
        return false;
      for (OpOperand &operand : generic->getOpOperands())
        if (isa<MemRefType>(operand.get().getType()))
          (generic.isDpsInit(&operand) ? writes : reads)
              .push_back({operand.get(), group.placeOf(generic, operand)});
    }
    if (!hasRows(reads, writes) || !staysInRows(reads, writes))
      return false;
    group.ops.push_back(op);
    return true;
  }

  /// True if the op has the loops of the group and a body for registers.
  bool fits(linalg::GenericOp op) {
    SmallVector<int64_t> sizes = op.getStaticLoopRanges();
    bool ofRows = group.isOfRows(op);
    if (!isSimple(op) ||
        (!ofRows &&
         !llvm::equal(sizes, llvm::concat<int64_t>(group.rows, group.inner))))
      return false;
    size_t row = group.rows.size();
    auto kinds = op.getIteratorTypesArray();
    bool combines = !ofRows && llvm::none_of(ArrayRef(kinds).drop_front(row),
                                             linalg::isParallelIterator);
    bool isParallel =
        llvm::all_of(ArrayRef(kinds).take_front(row),
                     linalg::isParallelIterator) &&
        (combines || llvm::all_of(kinds, linalg::isParallelIterator));
    if (!isParallel || (combines && !findCombiners(op)))
      return false;
    // Else it is a product.
    if (combines && llvm::none_of(op.getDpsInputOperands(), [&](auto *input) {
          return group.placeOf(op, *input) == RowPlace::Element;
        }))
      return false;
    RowPlace place = ofRows || combines ? RowPlace::Row : RowPlace::Element;
    return llvm::all_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
      return group.placeOf(op, init) == place;
    });
  }

  /// True if the op has as many rows as the group: where only the run knows how
  /// many, it has them in a buffer of the group.
  bool hasRows(ArrayRef<std::pair<Value, RowPlace>> reads,
               ArrayRef<std::pair<Value, RowPlace>> writes) {
    if (group.ops.empty() || llvm::none_of(group.rows, ShapedType::isDynamic))
      return true;
    for (auto accesses : {reads, writes})
      for (auto [buffer, place] : accesses) {
        auto *use = uses.find(storageOf(buffer));
        if (place != RowPlace::Elsewhere && use != uses.end() &&
            use->second.isOne && use->second.buffer == buffer &&
            use->second.place != RowPlace::Elsewhere)
          return true;
      }
    return false;
  }

  /// True if, with these accesses too, each buffer that the group writes has
  /// one name and one place.
  bool staysInRows(ArrayRef<std::pair<Value, RowPlace>> reads,
                   ArrayRef<std::pair<Value, RowPlace>> writes) {
    auto together = uses;
    for (auto accesses : {reads, writes})
      for (auto [buffer, place] : accesses)
        together[storageOf(buffer)].add(buffer, place);
    for (auto [buffer, place] : writes)
      together[storageOf(buffer)].written = true;
    for (auto &[storage, use] : together)
      if (use.written && (!use.isOne || use.place == RowPlace::Elsewhere))
        return false;
    uses = std::move(together);
    return true;
  }

  std::optional<RowGroup> finish() {
    if (group.ops.size() < 2)
      return std::nullopt;
    return std::move(group);
  }

  struct Use {
    Value buffer;
    RowPlace place = RowPlace::Element;
    bool isOne = true, written = false;
    void add(Value other, RowPlace at) {
      isOne &= !buffer || (buffer == other && place == at);
      buffer = other;
      place = at;
    }
  };

  const llvm::DenseSet<Operation *> &taken;
  RowGroup group;
  llvm::MapVector<Value, Use> uses;
};

} // namespace

std::vector<RowGroup> cuda::findRowGroups(Block &block) {
  std::vector<RowGroup> groups;
  llvm::DenseSet<Operation *> taken;
  for (auto op : block.getOps<linalg::GenericOp>()) {
    if (taken.contains(op) || op.getNumReductionLoops() == 0)
      continue;
    if (std::optional<RowGroup> group = Grouping::around(op, taken)) {
      taken.insert(group->ops.begin(), group->ops.end());
      groups.push_back(std::move(*group));
    }
  }
  return groups;
}
