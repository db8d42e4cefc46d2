//===- NestWork.cpp - What a loop nest computes ---------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts by formulas of the operations; loops multiply.
//
//===----------------------------------------------------------------------===//

#include "lowering/cpu/NestWork.h"
#include "dialects/cpu/CPU.h"
#include "dialects/linalg_ext/LinalgExt.h"
#include "dialects/tine/Tine.h"
#include "lowering/support/OperationNames.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace tine;

namespace {

/// What a core does in a nanosecond, about.
constexpr int64_t opsOfNanosecond = 30;
constexpr int64_t bytesOfNanosecond = 10;

/// Buffers in the text of shapes.
constexpr unsigned mostShapes = 8;

constexpr int64_t most = std::numeric_limits<int64_t>::max();

int64_t times(int64_t a, int64_t b) {
  return llvm::checkedMul(a, b).value_or(most);
}
int64_t plus(int64_t a, int64_t b) {
  return llvm::checkedAdd(a, b).value_or(most);
}

} // namespace

//===----------------------------------------------------------------------===//
// Amounts
//===----------------------------------------------------------------------===//

void Amount::add(int64_t factor, ArrayRef<RunSize> sizes) {
  if (factor == 0)
    return;
  if (sizes.empty())
    for (Term &term : terms)
      if (term.sizes.empty()) {
        term.factor = plus(term.factor, factor);
        return;
      }
  terms.push_back({factor, llvm::SmallVector<RunSize, 4>(sizes)});
}

void Amount::add(const Amount &other, int64_t count) {
  known &= other.known;
  for (const Term &term : other.terms)
    add(times(term.factor, count), term.sizes);
}

std::optional<int64_t> Amount::constant() const {
  if (!known)
    return std::nullopt;
  int64_t sum = 0;
  for (const Term &term : terms) {
    if (!term.sizes.empty())
      return std::nullopt;
    sum = plus(sum, term.factor);
  }
  return sum;
}

Value Amount::emit(OpBuilder &builder, Location loc,
                   llvm::function_ref<Value(const RunSize &)> sizeOf) const {
  Value sum;
  for (const Term &term : terms) {
    Value product = arith::ConstantIndexOp::create(builder, loc, term.factor);
    for (const RunSize &size : term.sizes)
      product = arith::MulIOp::create(builder, loc, product, sizeOf(size));
    sum = sum ? arith::AddIOp::create(builder, loc, sum, product).getResult()
              : product;
  }
  return sum ? sum
             : arith::ConstantIndexOp::create(builder, loc, 0).getResult();
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

bool tine::isNest(Operation *op) {
  return isa<linalg::LinalgOp, memref::CopyOp, DrawOp>(op) ||
         isa<cpu::CPUDialect, linalg_ext::LinalgExtDialect>(op->getDialect());
}

Operation *tine::nestOfFunction(func::FuncOp function) {
  if (!function.isPrivate() || !function.getBody().hasOneBlock())
    return nullptr;
  Operation *nest = nullptr;
  for (Operation &op : function.getBody().front().without_terminator()) {
    if (op.hasTrait<OpTrait::ConstantLike>())
      continue;
    if (nest || !(isNest(&op) || isa<scf::SCFDialect>(op.getDialect())))
      return nullptr;
    nest = &op;
  }
  return nest;
}

static void collectNamesIn(Operation *op, OperationNames &names) {
  if (isa<linalg::FillOp, linalg::CopyOp, memref::CopyOp, cpu::PackOp,
          linalg::TransposeOp>(op)) {
    names.insert(op->getName().stripDialect());
    return;
  }
  if (auto draw = dyn_cast<DrawOp>(op)) {
    names.insert(draw.getDistribution());
    return;
  }
  size_t before = names.size();
  if (isa<linalg::GenericOp>(op)) {
    // Fused operations have their own locations; the nest has that of one.
    op->walk<WalkOrder::PreOrder>([&](Operation *inner) {
      if (inner != op && !isa<linalg::YieldOp>(inner))
        collectNames(inner->getLoc(), names);
    });
  } else if (!isNest(op) || isa<cpu::FusedOp>(op)) {
    for (Region &region : op->getRegions())
      for (Operation &inner : region.getOps())
        if (isNest(&inner) || inner.getNumRegions() != 0)
          collectNamesIn(&inner, names);
  }
  if (names.size() == before && (isNest(op) || op->getNumRegions() == 0))
    collectNames(op->getLoc(), names);
  if (names.size() == before && isNest(op))
    names.insert(op->getName().stripDialect());
}

std::string tine::namesOf(Operation *op) {
  OperationNames names;
  collectNamesIn(op, names);
  if (names.empty())
    return "loop";
  // A loop begins with fills and packs; what it is for comes behind.
  if (names.size() > 1)
    names.remove_if([&](StringRef name) {
      return names.size() > 1 && (name == "fill" || name == "copy");
    });
  return joinNames(names);
}

//===----------------------------------------------------------------------===//
// Work
//===----------------------------------------------------------------------===//

namespace {

/// The work of one operation on buffers.
class Counter {
public:
  explicit Counter(NestWork &work) : work(work) {}

  void count(Operation *op) {
    llvm::TypeSwitch<Operation *>(op)
        .Case([&](linalg::LinalgOp linalg) { countLinalg(linalg); })
        .Case([&](memref::CopyOp) {})
        .Case([&](DrawOp draw) { countDraw(draw); })
        .Case([&](cpu::MatmulOp matmul) {
          product(2, {matmul.getDest()}, {{matmul.getLhs(), 1}});
        })
        .Case([&](cpu::ConvOp conv) {
          product(2, {conv.getDest()}, dims(conv.getWeight(), 1));
        })
        .Case([&](cpu::ConvWeightOp conv) {
          auto seed = dims(conv.getSeed(), 2);
          seed.push_back({conv.getSeed(), 0});
          product(2, {conv.getDest()}, seed);
        })
        .Case([&](cpu::PoolOp pool) {
          int64_t window = 1;
          for (int64_t size : pool.getKernel())
            window = times(window, size);
          product(window, {pool.getDest()}, {});
        })
        .Case([&](linalg_ext::AttentionOp attention) {
          // Two products, and about five operations for a score.
          scores(attention.getQuery(), attention.getKey(), attention.getValue(),
                 2, 2);
        })
        .Case([&](linalg_ext::AttentionGradOp attention) {
          // The scores again, and two products for each of two matrices.
          scores(attention.getQuery(), attention.getKey(), attention.getValue(),
                 6, 4);
        })
        .Case([&](cpu::SortOp sort) { sorting(sort); });
    auto fused = dyn_cast<cpu::FusedOp>(op);
    if (fused) {
      count(fused.getConv());
      count(fused.getEpilogue());
      return;
    }
    for (Value operand : op->getOperands())
      addBuffer(operand);
    auto ends = dyn_cast<DestinationStyleOpInterface>(op);
    unsigned outputs = ends ? ends.getNumDpsInits() : isa<memref::CopyOp>(op);
    describe(ValueRange(op->getOperands()).drop_back(outputs),
             ValueRange(op->getOperands()).take_back(outputs));
  }

private:
  static SmallVector<RunSize> dims(Value buffer, int64_t first) {
    SmallVector<RunSize> sizes;
    int64_t rank = cast<MemRefType>(buffer.getType()).getRank();
    for (int64_t dim = first; dim < rank; ++dim)
      sizes.push_back({buffer, dim});
    return sizes;
  }

  /// Splits sizes into their constant part and the others.
  static int64_t split(ArrayRef<RunSize> sizes, SmallVector<RunSize> &unknown) {
    int64_t factor = 1;
    for (const RunSize &size : sizes) {
      auto type = cast<MemRefType>(size.buffer.getType());
      if (type.isDynamicDim(size.dim))
        unknown.push_back(size);
      else
        factor = times(factor, type.getDimSize(size.dim));
    }
    return factor;
  }

  /// Floats: `factor` times the elements of `buffers` times the sizes.
  void product(int64_t factor, ValueRange buffers, ArrayRef<RunSize> sizes) {
    SmallVector<RunSize> all(sizes);
    for (Value buffer : buffers)
      llvm::append_range(all, dims(buffer, 0));
    SmallVector<RunSize> unknown;
    int64_t known = times(factor, split(all, unknown));
    work.flops.add(known, unknown);
    spend(known, unknown, opsOfNanosecond);
  }

  void spend(int64_t amount, ArrayRef<RunSize> unknown, int64_t ofNanosecond) {
    if (unknown.empty())
      work.nanoseconds = plus(work.nanoseconds, amount / ofNanosecond);
    else
      work.runDecides = true;
  }

  void countLinalg(linalg::LinalgOp op) {
    int64_t flops = 0, steps = 0;
    op->getRegion(0).walk([&](Operation *inner) {
      bool isFloat = llvm::any_of(inner->getOperandTypes(), [](Type type) {
        return isa<FloatType>(type);
      });
      bool isMath = isa<math::MathDialect>(inner->getDialect());
      if (isa<math::FmaOp>(inner))
        flops += 2;
      else if (isMath ||
               (isFloat &&
                isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp,
                    arith::NegFOp, arith::RemFOp, arith::MaximumFOp,
                    arith::MinimumFOp, arith::MaxNumFOp, arith::MinNumFOp>(
                    inner)))
        ++flops;
      steps += isMath ? 8 : 1;
    });
    SmallVector<RunSize> unknown;
    int64_t known = 1;
    for (auto [d, range] : llvm::enumerate(op.getStaticLoopRanges())) {
      if (!ShapedType::isDynamic(range)) {
        known = times(known, range);
        continue;
      }
      bool found = false;
      for (OpOperand &operand : op->getOpOperands()) {
        AffineMap map = op.getMatchingIndexingMap(&operand);
        auto place = map.getResultPosition(
            getAffineDimExpr(unsigned(d), op->getContext()));
        if (!place || !isa<MemRefType>(operand.get().getType()))
          continue;
        unknown.push_back({operand.get(), *place});
        found = true;
        break;
      }
      if (!found)
        work.flops.forget();
    }
    work.flops.add(times(known, flops), unknown);
    // What only moves is measured by its bytes.
    spend(times(known, steps), unknown, opsOfNanosecond);
  }

  void countDraw(DrawOp draw) {
    auto type = draw.getBox().getType().getTensor();
    if (!type.hasStaticShape()) {
      work.runDecides = true;
      return;
    }
    work.nanoseconds = plus(work.nanoseconds, type.getNumElements());
    std::string text;
    llvm::raw_string_ostream os(text);
    describe(os, type.getElementType(), type.getShape());
    addShapes(text);
  }

  void scores(Value query, Value key, Value value, int64_t byKey,
              int64_t byValue) {
    int64_t rank = cast<MemRefType>(query.getType()).getRank();
    SmallVector<RunSize> each;
    for (int64_t dim = 0; dim < rank - 1; ++dim)
      each.push_back({query, dim});
    each.push_back({key, rank - 2});
    auto with = [&](const RunSize &size) {
      SmallVector<RunSize> sizes(each);
      sizes.push_back(size);
      return sizes;
    };
    product(byKey, {}, with({query, rank - 1}));
    product(byValue, {}, with({value, rank - 1}));
    product(5, {}, each);
  }

  void sorting(cpu::SortOp sort) {
    SmallVector<RunSize> unknown;
    int64_t known = split(dims(sort.getInput(), 0), unknown);
    // No operations on floats, but comparisons.
    spend(times(known, 10), unknown, 1);
  }

  void addBuffer(Value operand) {
    auto type = dyn_cast<MemRefType>(operand.getType());
    if (!type || !type.getElementType().isIntOrFloat())
      return;
    SmallVector<RunSize> unknown;
    int64_t elements = split(dims(operand, 0), unknown);
    int64_t width = std::max<int64_t>(type.getElementTypeBitWidth() / 8, 1);
    int64_t bytes = times(elements, width);
    work.bytes.add(bytes, unknown);
    spend(bytes, unknown, bytesOfNanosecond);
  }

  static void describe(llvm::raw_ostream &os, Type element,
                       ArrayRef<int64_t> shape) {
    os << element << "[";
    llvm::interleave(
        shape,
        [&](int64_t size) {
          if (ShapedType::isDynamic(size))
            os << "?";
          else
            os << size;
        },
        [&] { os << ","; });
    os << "]";
  }

  void describe(ValueRange inputs, ValueRange outputs) {
    std::string text;
    llvm::raw_string_ostream os(text);
    unsigned left = mostShapes;
    auto list = [&](ValueRange values) {
      bool isFirst = true;
      for (Value value : values) {
        auto type = dyn_cast<MemRefType>(value.getType());
        if (!type)
          continue;
        if (!isFirst)
          os << ", ";
        isFirst = false;
        if (left == 0) {
          os << "..";
          return;
        }
        --left;
        describe(os, type.getElementType(), type.getShape());
        for (int64_t dim = 0; dim < type.getRank(); ++dim)
          if (type.isDynamicDim(dim))
            work.sizes.push_back({value, dim});
      }
    };
    list(inputs);
    os << (text.empty() ? "-> " : " -> ");
    left = std::max(left, 2u);
    list(outputs);
    addShapes(text);
  }

  void addShapes(StringRef text) {
    // Of several operations, the first tells most.
    if (work.shapes.empty())
      work.shapes = text.str();
    else
      work.sizes.resize(StringRef(work.shapes).count('?'));
  }

  NestWork &work;
};

std::optional<int64_t> tripsOf(Operation *op) {
  if (!isa<scf::ForOp, scf::ParallelOp>(op))
    return isa<scf::WhileOp>(op) ? std::nullopt : std::optional<int64_t>(1);
  auto loop = cast<LoopLikeOpInterface>(op);
  int64_t count = 1;
  for (auto [lower, upper, step] :
       llvm::zip_equal(*loop.getLoopLowerBounds(), *loop.getLoopUpperBounds(),
                       *loop.getLoopSteps())) {
    std::optional<llvm::APInt> trips = constantTripCount(
        lower, upper, step, /*isSigned=*/true, scf::computeUbMinusLb);
    if (!trips || trips->getActiveBits() > 63)
      return std::nullopt;
    count = times(count, int64_t(trips->getZExtValue()));
  }
  return count;
}

/// In buffers of the caller what is said in those of the callee.
void passArguments(NestWork &work, func::CallOp call, func::FuncOp callee) {
  auto pass = [&](RunSize &size) {
    auto argument = dyn_cast<BlockArgument>(size.buffer);
    if (!argument || argument.getOwner() != &callee.getBody().front())
      return false;
    size.buffer = call.getOperand(argument.getArgNumber());
    return true;
  };
  auto passAll = [&](const Amount &amount) {
    Amount passed;
    if (!amount.isKnown())
      passed.forget();
    amount.forEach([&](int64_t factor, ArrayRef<RunSize> sizes) {
      SmallVector<RunSize> own(sizes);
      if (!llvm::all_of(own, pass))
        passed.forget();
      else
        passed.add(factor, own);
    });
    return passed;
  };
  work.flops = passAll(work.flops);
  work.bytes = passAll(work.bytes);
  if (!llvm::all_of(work.sizes, pass))
    work.sizes.clear();
}

} // namespace

NestWork tine::workOf(Operation *op, SymbolTable &symbols) {
  NestWork work;
  if (isNest(op)) {
    Counter(work).count(op);
    return work;
  }
  if (auto call = dyn_cast<func::CallOp>(op)) {
    auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
    Operation *nest = callee ? nestOfFunction(callee) : nullptr;
    if (nest) {
      work = workOf(nest, symbols);
      passArguments(work, call, callee);
    }
    return work;
  }
  std::optional<int64_t> trips = tripsOf(op);
  for (Region &region : op->getRegions())
    for (Operation &inner : region.getOps()) {
      NestWork part = workOf(&inner, symbols);
      if (part.shapes.empty() && part.nanoseconds == 0 && !part.runDecides)
        continue;
      // Sizes of buffers within a loop are not known behind it.
      for (auto [whole, own] : {std::pair(&work.flops, &part.flops),
                                std::pair(&work.bytes, &part.bytes)}) {
        std::optional<int64_t> constant = own->constant();
        if (constant && trips)
          whole->add(times(*constant, *trips));
        else
          whole->forget();
      }
      work.runDecides |= part.runDecides || !trips;
      work.nanoseconds =
          plus(work.nanoseconds, times(part.nanoseconds, trips.value_or(1)));
      if (work.shapes.empty() && part.sizes.empty()) {
        work.shapes = part.shapes;
        if (trips && *trips > 1 && !part.shapes.empty())
          work.shapes = (Twine(*trips) + " x " + part.shapes).str();
      }
    }
  return work;
}
