//===- Estimates.cpp - How long work takes, roughly -----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op takes as long as its products, its other arithmetic (from the costs of
// DerivativeOpInterface) or its memory, whichever is longest. Fusion is left
// out, so chains of elementwise ops are estimated too long.
//
//===----------------------------------------------------------------------===//

#include "lowering/placement/Estimates.h"
#include "dialects/nn/DerivativeOps.h"
#include "dialects/nn/LayerOps.h"
#include "dialects/nn/ProductOps.h"
#include "dialects/nn/ViewOps.h"
#include "dialects/tine/Tine.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace tine;

// One core of the machine of docs/measurements.md: products of its
// convolutions and of GPT-2, memory as batch norm reads it, and the costs of a
// fork and a call.
static constexpr double productsPerSecond = 130e9;
static constexpr double additionsPerSecond = 10e9;
static constexpr double bytesPerSecond = 12e9;
static constexpr double secondsOfCopy = 1e-6;

Estimate &Estimate::operator+=(const Estimate &other) {
  seconds += other.seconds;
  operations += other.operations;
  bytes += other.bytes;
  isCertain &= other.isCertain;
  return *this;
}

std::string tine::toText(double seconds) {
  const char *units[] = {"ns", "us", "ms", "s"};
  double value = seconds * 1e9;
  unsigned unit = 0;
  for (; value >= 999.5 && unit < 3; ++unit)
    value /= 1000;
  return llvm::formatv(value < 9.95 && unit > 0 ? "{0:f1} {1}" : "{0:f0} {1}",
                       value, units[unit]);
}

std::string tine::toText(const Estimate &estimate) {
  return (estimate.isCertain ? "about " : "at least ") +
         toText(estimate.seconds);
}

//===----------------------------------------------------------------------===//
// One operation
//===----------------------------------------------------------------------===//

namespace {

/// Sizes of tensors; one that the run decides counts as 1.
struct Sizes {
  bool areKnown = true;

  double dimension(RankedTensorType type, unsigned i) {
    if (!type.isDynamicDim(i))
      return double(type.getDimSize(i));
    areKnown = false;
    return 1;
  }
  double elements(Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    double count = 1;
    for (unsigned i = 0; tensor && i < tensor.getRank(); ++i)
      count *= dimension(tensor, i);
    return count;
  }
  double bytes(Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor ? elements(type) * ((tensor.getElementTypeBitWidth() + 7) / 8)
                  : 0;
  }
  /// Elements of one row of the first dimension.
  double row(Type type) {
    return elements(type) / dimension(cast<RankedTensorType>(type), 0);
  }
};

/// Multiplications and additions of a product; none for other ops.
std::optional<double> productsOf(Operation *op, Sizes &sizes) {
  auto type = [&](unsigned i) { return op->getOperand(i).getType(); };
  auto last = [&](unsigned i, unsigned back) {
    auto tensor = cast<RankedTensorType>(type(i));
    return sizes.dimension(tensor, tensor.getRank() - back);
  };
  Type result = op->getNumResults() ? op->getResult(0).getType() : Type();
  if (isa<nn::MatmulOp, nn::BatchMatmulOp>(op))
    return 2 * sizes.elements(result) * last(0, 1);
  if (isa<nn::ConvOp>(op))
    return 2 * sizes.elements(result) * sizes.row(type(1));
  if (isa<nn::ConvTransposeOp>(op))
    return 2 * sizes.elements(type(0)) * sizes.row(type(1));
  if (isa<nn::ConvWeightOp>(op))
    return 2 * sizes.elements(type(1)) * sizes.row(result);
  // The scores, and what they make of the values; backward twice and a half.
  if (isa<nn::AttentionOp>(op))
    return 4 * sizes.elements(type(0)) * last(1, 2);
  if (isa<nn::AttentionGradOp>(op))
    return 10 * sizes.elements(type(0)) * last(1, 2);
  if (!isa<nn::RnnOp>(op))
    return std::nullopt;
  // Each step and row of the input meets each weight.
  double weights = 0;
  for (Type operand : op->getOperandTypes())
    if (auto tensor = dyn_cast<RankedTensorType>(operand);
        tensor && tensor.getRank() == 2)
      weights += sizes.elements(tensor);
  return 2 * weights * sizes.elements(type(0)) / last(0, 1);
}

Estimate ofOperation(Operation *op) {
  Estimate estimate;
  if (!isa<nn::NNDialect>(op->getDialect()))
    return estimate;
  estimate.operations = 1;
  if (isa<nn::ReshapeOp, nn::PermuteOp, nn::ExpandOp, nn::SliceOp,
          nn::WithDerivativeOp>(op))
    return estimate;
  Sizes sizes;
  double bytes = 0, elements = 0;
  auto look = [&](Type type) {
    bytes += sizes.bytes(type);
    if (isa<RankedTensorType>(type))
      elements = std::max(elements, sizes.elements(type));
  };
  llvm::for_each(op->getOperandTypes(), look);
  llvm::for_each(op->getResultTypes(), look);
  std::optional<double> products = productsOf(op, sizes);
  double work = 0;
  if (products) {
    work = *products / productsPerSecond;
  } else {
    auto own = dyn_cast<nn::DerivativeOpInterface>(op);
    int cost = own ? own.getCost().value_or(2) : 1;
    work = elements * cost / additionsPerSecond;
  }
  estimate.seconds = std::max(work, bytes / bytesPerSecond);
  estimate.isCertain = sizes.areKnown;
  return estimate;
}

} // namespace

//===----------------------------------------------------------------------===//
// Regions and functions
//===----------------------------------------------------------------------===//

std::optional<int64_t> tine::tripCount(Operation *loop) {
  auto range = dyn_cast<scf::ForOp>(loop);
  std::optional<llvm::APInt> trips =
      range ? range.getStaticTripCount() : std::nullopt;
  if (!trips || trips->getActiveBits() > 63)
    return std::nullopt;
  return int64_t(trips->getZExtValue());
}

Estimate Estimator::of(Region &region) {
  Estimate total;
  for (Block &block : region)
    for (Operation &op : block)
      total += of(&op);
  return total;
}

Estimate Estimator::of(Operation *op) {
  if (auto call = dyn_cast<func::CallOp>(op))
    return ofFunction(call.getCallee());
  // Another's work.
  if (isa<ForkOp>(op) && !cast<ForkOp>(op).getInlined())
    return {};
  Estimate total = ofOperation(op);
  if (isa<nn::NNDialect>(op->getDialect()))
    return total;
  bool isChoice = isa<scf::IfOp, scf::IndexSwitchOp>(op);
  Estimate longest;
  for (Region &region : op->getRegions()) {
    Estimate one = of(region);
    if (!isChoice)
      total += one;
    else if (one.seconds >= longest.seconds)
      longest = one;
  }
  if (isChoice)
    total = longest;
  if (isa<LoopLikeOpInterface>(op)) {
    std::optional<int64_t> trips = tripCount(op);
    total.seconds *= double(trips.value_or(1));
    total.isCertain &= trips.has_value() || total.seconds == 0;
  }
  return total;
}

Estimate Estimator::ofFunction(llvm::StringRef name) {
  auto function = symbols.lookup<func::FuncOp>(name);
  if (!function || function.isExternal())
    return {};
  Estimate unknown;
  unknown.isCertain = false;
  auto [entry, isNew] = functions.try_emplace(function, unknown);
  if (isNew) {
    Estimate estimate = of(function.getBody());
    functions[function] = estimate;
    return estimate;
  }
  return entry->second;
}

Estimate Estimator::ofCopy(Type tensor) {
  Sizes sizes;
  Estimate estimate;
  estimate.bytes = sizes.bytes(tensor);
  estimate.seconds = secondsOfCopy + estimate.bytes / bytesPerSecond;
  estimate.isCertain = sizes.areKnown;
  return estimate;
}
