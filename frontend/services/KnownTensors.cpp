//===- KnownTensors.cpp - Tensors whose elements are known ----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The elements of small tensors that are made of `arange` and `linspace`.
// Models compute the sizes and rates of their layers so:
//
//   rates = [x.item() for x in torch.linspace(0, rate, depth)]
//
// Arithmetic is that of the element type, step by step. Of arrays of NumPy sums
// and products of ints are known as well: `np.array(shape).prod()` is the size
// of a layer.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/ArithmeticOps.h"
#include "dialects/nn/CreationOps.h"
#include "dialects/nn/DerivativeOps.h"
#include "dialects/nn/ElementwiseOps.h"
#include "dialects/nn/JoinOps.h"
#include "dialects/nn/ReductionOps.h"
#include "dialects/nn/ViewOps.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/Numpy.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cmath>

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

namespace {

constexpr int64_t mostElements = 256;
constexpr unsigned mostSteps = 64;

/// In row-major order; floats as doubles.
struct Known {
  mlir::Type element;
  SmallVector<int64_t> shape;
  SmallVector<double> reals;
  SmallVector<int64_t> integers;

  bool isFloat() const { return isa<FloatType>(element); }
  size_t size() const { return isFloat() ? reals.size() : integers.size(); }
  /// Wraps, as the elements do.
  void addInteger(int64_t x) {
    integers.push_back(llvm::SignExtend64(x, element.getIntOrFloatBitWidth()));
  }
  void add(double x) {
    reals.push_back(element.isF32() ? static_cast<float>(x) : x);
  }
  double real(size_t i) const {
    return isFloat() ? reals[i] : static_cast<double>(integers[i]);
  }
};

class Evaluator {
public:
  explicit Evaluator(bool reduces = false) : reduces(reduces) {}

  std::optional<Known> get(mlir::Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type)
      return scalar(value);
    Operation *op = value.getDefiningOp();
    bool isPlain = type.getElementType().isF32() ||
                   type.getElementType().isF64() ||
                   type.getElementType().isInteger(64) ||
                   type.getElementType().isInteger(32);
    if (!op || !isPlain || !type.hasStaticShape() ||
        type.getNumElements() > mostElements || ++steps > mostSteps)
      return std::nullopt;
    return llvm::TypeSwitch<Operation *, std::optional<Known>>(op)
        .Case([&](arith::ConstantOp list) { return listed(list, type); })
        .Case([&](nn::IotaOp iota) { return count(iota, type); })
        .Case([&](ToOp copy) { return get(copy.getTensor()); })
        .Case<nn::ReshapeOp, nn::CastOp, nn::DetachOp>(
            [&](auto same) { return convert(same.getInput(), type); })
        .Case([&](nn::SliceOp slice) { return cut(slice, type); })
        .Case([&](nn::WhereOp where) { return choose(where, type); })
        .Case<nn::ReduceOp, nn::ScanOp>(
            [&](auto fold) { return accumulate(fold, type); })
        .Case([&](nn::CatOp cat) { return join(cat, type); })
        .Default([&](Operation *other) { return compute(other, type); });
  }

private:
  static Known like(RankedTensorType type) {
    return {
        type.getElementType(), SmallVector<int64_t>(type.getShape()), {}, {}};
  }

  static std::optional<Known> scalar(mlir::Value value) {
    Attribute number;
    if (!matchPattern(value, m_Constant(&number)))
      return std::nullopt;
    Known known{value.getType(), {}, {}, {}};
    if (auto real = dyn_cast<FloatAttr>(number))
      known.reals.push_back(real.getValueAsDouble());
    else if (auto integer = dyn_cast<IntegerAttr>(number))
      known.integers.push_back(integer.getInt());
    else
      return std::nullopt;
    return known;
  }

  /// Of a list of numbers; a single number is what a program hides from the
  /// compiler on purpose.
  static std::optional<Known> listed(arith::ConstantOp list,
                                     RankedTensorType type) {
    auto numbers = dyn_cast<DenseElementsAttr>(list.getValue());
    if (!numbers || type.getRank() == 0)
      return std::nullopt;
    Known known = like(type);
    if (known.isFloat())
      for (const APFloat &x : numbers.getValues<APFloat>())
        known.reals.push_back(x.convertToDouble());
    else
      for (const APInt &x : numbers.getValues<APInt>())
        known.integers.push_back(x.getSExtValue());
    return known;
  }

  std::optional<Known> count(nn::IotaOp iota, RankedTensorType type) {
    std::optional<Known> start = scalar(iota.getStart());
    std::optional<Known> step = scalar(iota.getStep());
    if (!start || !step)
      return std::nullopt;
    Known known = like(type);
    for (int64_t i = 0; i < type.getNumElements(); ++i) {
      if (known.isFloat() != start->isFloat())
        return std::nullopt;
      if (known.isFloat())
        known.add(start->reals[0] + static_cast<double>(i) * step->reals[0]);
      else
        known.addInteger(start->integers[0] + i * step->integers[0]);
    }
    return known;
  }

  std::optional<Known> convert(mlir::Value input, RankedTensorType type) {
    std::optional<Known> from = get(input);
    if (!from)
      return std::nullopt;
    Known known = like(type);
    for (size_t i = 0; i < from->size(); ++i) {
      if (known.isFloat()) {
        known.add(from->real(i));
        continue;
      }
      double x = from->real(i);
      if (from->isFloat() && !(std::abs(x) < 0x1p31))
        return std::nullopt;
      known.addInteger(from->isFloat() ? static_cast<int64_t>(x)
                                       : from->integers[i]);
    }
    return known;
  }

  std::optional<Known> cut(nn::SliceOp slice, RankedTensorType type) {
    std::optional<Known> from = get(slice.getInput());
    std::optional<Known> start = scalar(slice.getStart());
    if (!from || !start)
      return std::nullopt;
    Known known = like(type);
    int64_t dim = slice.getDim(), inner = 1;
    for (int64_t size : ArrayRef<int64_t>(from->shape).drop_front(dim + 1))
      inner *= size;
    int64_t outer =
        from->size() / std::max<int64_t>(inner * from->shape[dim], 1);
    for (int64_t o = 0; o < outer; ++o)
      for (int64_t i = 0; i < type.getDimSize(dim); ++i) {
        int64_t row = start->integers[0] + i * slice.getStep();
        if (row < 0 || row >= from->shape[dim])
          return std::nullopt;
        for (int64_t k = 0; k < inner; ++k) {
          size_t at = (o * from->shape[dim] + row) * inner + k;
          if (known.isFloat())
            known.reals.push_back(from->reals[at]);
          else
            known.integers.push_back(from->integers[at]);
        }
      }
    return known;
  }

  /// What linspace is made of: one line up to the middle, another behind.
  std::optional<Known> choose(nn::WhereOp where, RankedTensorType type) {
    auto below = where.getCondition().getDefiningOp<nn::LtOp>();
    std::optional<Known> left = get(where.getLhs()),
                         right = get(where.getRhs());
    if (!below || !left || !right)
      return std::nullopt;
    std::optional<Known> index = get(below->getOperand(0));
    std::optional<Known> limit = get(below->getOperand(1));
    size_t size = type.getNumElements();
    if (!index || !limit || limit->size() != 1 || index->size() != size ||
        left->size() != size || right->size() != size ||
        left->element != type.getElementType() ||
        right->element != type.getElementType())
      return std::nullopt;
    Known known = like(type);
    for (size_t i = 0; i < size; ++i) {
      const Known &from = index->real(i) < limit->real(0) ? *left : *right;
      if (known.isFloat())
        known.reals.push_back(from.reals[i]);
      else
        known.integers.push_back(from.integers[i]);
    }
    return known;
  }

  /// Of lists, joined end to end.
  std::optional<Known> join(nn::CatOp cat, RankedTensorType type) {
    Known known = like(type);
    for (mlir::Value input : cat.getInputs()) {
      std::optional<Known> part = get(input);
      if (!reduces || cat.getDim() != 0 || !part ||
          part->element != known.element)
        return std::nullopt;
      known.reals.append(part->reals);
      known.integers.append(part->integers);
    }
    return known;
  }

  static bool isProduct(nn::ReduceOp op) {
    return op.getReduction() == nn::Reduction::prod;
  }
  static bool isProduct(nn::ScanOp op) {
    return op.getKind() == nn::Scan::prod;
  }
  static bool isSum(nn::ReduceOp op) {
    return op.getReduction() == nn::Reduction::sum;
  }
  static bool isSum(nn::ScanOp op) { return op.getKind() == nn::Scan::sum; }

  /// The sum or product of all elements of a list of ints, or of those so far.
  template <typename Op>
  std::optional<Known> accumulate(Op op, RankedTensorType type) {
    std::optional<Known> list = reduces ? get(op.getInput()) : std::nullopt;
    bool multiplies = isProduct(op);
    if (!list || list->isFloat() || list->shape.size() != 1 ||
        (!multiplies && !isSum(op)))
      return std::nullopt;
    Known known = like(type);
    int64_t so = multiplies;
    for (int64_t x : list->integers) {
      if (multiplies ? __builtin_mul_overflow(so, x, &so)
                     : __builtin_add_overflow(so, x, &so))
        return std::nullopt;
      known.integers.push_back(so);
    }
    if (type.getRank() == 0)
      known.integers = {so};
    return known;
  }

  /// Elementwise arithmetic; a number or one element goes with all.
  std::optional<Known> compute(Operation *op, RankedTensorType type) {
    if (op->getNumOperands() < 1 || op->getNumOperands() > 2)
      return std::nullopt;
    std::optional<Known> x = get(op->getOperand(0));
    std::optional<Known> y =
        x && op->getNumOperands() == 2 ? get(op->getOperand(1)) : x;
    if (!x || !y || x->isFloat() != y->isFloat())
      return std::nullopt;
    size_t size = type.getNumElements();
    auto fits = [&](const Known &k) {
      return k.size() == size || k.size() == 1;
    };
    Known known = like(type);
    if (!fits(*x) || !fits(*y) || known.isFloat() != x->isFloat())
      return std::nullopt;
    for (size_t i = 0; i < size; ++i) {
      size_t at = x->size() == 1 ? 0 : i, by = y->size() == 1 ? 0 : i;
      if (!known.isFloat()) {
        std::optional<int64_t> z = apply(op, x->integers[at], y->integers[by]);
        if (!z)
          return std::nullopt;
        known.addInteger(*z);
        continue;
      }
      // Numbers come in the type of the tensor.
      bool isNarrow = type.getElementType().isF32();
      auto round = [&](double v) {
        return isNarrow ? static_cast<float>(v) : v;
      };
      std::optional<double> z =
          apply(op, round(x->reals[at]), round(y->reals[by]));
      if (!z)
        return std::nullopt;
      known.add(*z);
    }
    return known;
  }

  static std::optional<int64_t> apply(Operation *op, int64_t x, int64_t y) {
    // Far from where they wrap.
    constexpr int64_t limit = 1 << 24;
    if (x > limit || x < -limit || y > limit || y < -limit)
      return std::nullopt;
    return llvm::TypeSwitch<Operation *, std::optional<int64_t>>(op)
        .Case<nn::AddOp>([&](auto) { return x + y; })
        .Case<nn::SubOp>([&](auto) { return x - y; })
        .Case<nn::MulOp>([&](auto) { return x * y; })
        .Case<nn::NegOp>([&](auto) { return -x; })
        .Case<nn::AbsOp>([&](auto) { return std::abs(x); })
        .Case<nn::MaximumOp>([&](auto) { return std::max(x, y); })
        .Default([](Operation *) { return std::nullopt; });
  }

  static std::optional<double> apply(Operation *op, double x, double y) {
    return llvm::TypeSwitch<Operation *, std::optional<double>>(op)
        .Case<nn::AddOp>([&](auto) { return x + y; })
        .Case<nn::SubOp>([&](auto) { return x - y; })
        .Case<nn::MulOp>([&](auto) { return x * y; })
        .Case<nn::DivOp>([&](auto) { return x / y; })
        .Case<nn::PowOp>([&](auto) { return std::pow(x, y); })
        .Case<nn::NegOp>([&](auto) { return -x; })
        .Case<nn::LogOp>([&](auto) { return std::log(x); })
        .Case<nn::ExpOp>([&](auto) { return std::exp(x); })
        .Case<nn::SqrtOp>([&](auto) { return std::sqrt(x); })
        .Case<nn::RoundOp>([&](auto) { return std::nearbyint(x); })
        .Case<nn::FloorOp>([&](auto) { return std::floor(x); })
        .Case<nn::CeilOp>([&](auto) { return std::ceil(x); })
        .Case<nn::TruncOp>([&](auto) { return std::trunc(x); })
        .Case<nn::AbsOp>([&](auto) { return std::abs(x); })
        .Case<nn::Log2Op>([&](auto) { return std::log2(x); })
        .Case<nn::Log10Op>([&](auto) { return std::log10(x); })
        .Default([](Operation *) { return std::nullopt; });
  }

  bool reduces; // sums and products, too
  unsigned steps = 0;
};

} // namespace

static Value numberOf(const std::optional<Known> &known) {
  if (!known || known->size() != 1)
    return {};
  return known->isFloat() ? makeFloat(known->reals[0])
                          : makeInt(known->integers[0]);
}

Value Numbers::knownItem(mlir::Value tensor) {
  return numberOf(Evaluator().get(tensor));
}

Value knownItemOfArray(mlir::Value tensor) {
  return numberOf(Evaluator(/*reduces=*/true).get(tensor));
}

bool Numbers::isKnownTensor(mlir::Value tensor) {
  return Evaluator().get(tensor).has_value();
}

} // namespace tine::elaborate
