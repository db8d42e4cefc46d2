//===- Sorting.cpp - Sorted rows ------------------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the sorting of rows.
//
// How:
// 1. An element becomes a number without sign whose order is that of the
//    elements; -0 and 0 have the same one, all NaN the greatest. Up to 32 bits
//    it and the element's column are one word; behind 64 bits the column is a
//    second word.
// 2. Rows are sorted by the digits of these numbers, 8 bits at a time, the last
//    one first; short rows by insertion.
// 3. If up to a 64th of a row is wanted, a heap keeps the first ones. It moves
//    elements as that of `std::partial_sort` in libstdc++ does, which PyTorch
//    calls then, so that equal ones come out in its order.
// 4. A row that turns out to have equal elements, whose order matters, is
//    sorted again by the run time, as PyTorch does it; ints that are more than
//    the numbers between the least and the greatest at once.
// 5. Rows are in chunks that are independent of each other.
//
//===----------------------------------------------------------------------===//

#include "dialects/tine/Tine.h"
#include "lowering/cpu/ProductEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace tine {
namespace {

/// Elements of rows in a chunk, at least: about 100 us. Chunks at most: each
/// has memory of its own.
constexpr int64_t chunkElements = 20000, mostChunks = 16;
/// Rows of up to so many elements are sorted by insertion.
constexpr int64_t shortRow = 48;
/// A heap is taken when the row is at least so many times as long.
constexpr int64_t heapRatio = 64;
constexpr int64_t digits = 256;
/// Up to so many elements `std::sort` is stable: it inserts one by one.
constexpr int64_t stableRow = 16;
/// A vector of so many ints, sorted ascending, PyTorch sorts by digits.
constexpr int64_t digitRow = 32768;

class Sorting {
public:
  Sorting(ImplicitLocOpBuilder &b, cpu::SortOp op)
      : index{b}, b(b), input(op.getInput()), dest(op.getDest()),
        element(cast<MemRefType>(input.getType()).getElementType()),
        descending(op.getDescending()), order(op.getOrder()),
        width(element.getIntOrFloatBitWidth()), words(width > 32 ? 2 : 1),
        size(index.size(input, 1)), wanted(index.size(dest, 1)) {}

  void emit();

private:
  using P = arith::CmpIPredicate;
  using Words = SmallVector<Value, 2>;
  using Body = function_ref<void(Value)>;

  Value number(Type type, int64_t value);
  Value keyOf(Value x);
  Words wordsOf(Value x, Value column);
  Value key(const Words &words);
  Value less(const Words &x, const Words &y) {
    return arith::CmpIOp::create(b, P::ult, key(x), key(y));
  }

  /// Places in the scratch memory of a chunk.
  SmallVector<Value> placeOf(int64_t row, Value at);
  Words load(int64_t buffer, Value at);
  void store(const Words &values, int64_t buffer, Value at);
  /// All elements of the row, into the first buffer.
  void loadRow();
  Value elementAt(Value at) {
    return memref::LoadOp::create(b, input, ValueRange{line, at});
  }
  void when(Value condition, function_ref<void()> body);
  void either(Value condition, function_ref<void()> yes,
              function_ref<void()> no);
  /// Goes on with what `next` gives as long as `more` says.
  Value repeat(Value start, function_ref<Value(Value)> more,
               function_ref<Value(Value)> next);

  void sortRow();
  void sortStable();
  Value hasEqual();
  Value mattersWhere();
  void arrange(StringRef how, int64_t row, bool wide);
  void sortByRuntime(StringRef how);
  std::pair<Value, Value> extremes();
  void sortCrowd(StringRef how, Value least);
  void sortLike(StringRef how);
  void insertionSort();
  void digitSort();
  void firstOfRow();
  void takeIfFirst(Value at);
  void adjustHeap(Value top, Value length, const Words &value);
  void write();

  IndexBuilder index;
  ImplicitLocOpBuilder &b;
  Value input, dest;
  Type element;
  bool descending;
  cpu::Order order;
  int64_t width, words;
  Value size, wanted;
  Value scratch, chunk, line;
};

Value Sorting::number(Type type, int64_t value) {
  unsigned bits = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
  APInt digits(bits, static_cast<uint64_t>(value), /*isSigned=*/true,
               /*implicitTrunc=*/true);
  if (auto vector = dyn_cast<VectorType>(type))
    return arith::ConstantOp::create(b, DenseElementsAttr::get(vector, digits));
  return arith::ConstantOp::create(b, b.getIntegerAttr(type, digits));
}

/// A number without sign, of 32 or 64 bits, in the order of the elements.
Value Sorting::keyOf(Value x) {
  auto like = [&](Type type) -> Type {
    auto vector = dyn_cast<VectorType>(x.getType());
    return vector ? vector.clone(type) : type;
  };
  unsigned bits = words == 2 ? 64 : 32;
  Type integer = like(b.getIntegerType(bits));
  Value key;
  if (isa<FloatType>(element)) {
    if (width < 32)
      x = arith::ExtFOp::create(b, like(b.getF32Type()), x);
    Value zero = arith::BitcastOp::create(b, x.getType(), number(integer, 0));
    key = arith::BitcastOp::create(b, integer, x);
    Value isZero = arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, x, zero);
    key = arith::SelectOp::create(b, isZero, number(integer, 0), key);
    // Negative numbers are turned around and come first.
    Value flip = arith::ShRSIOp::create(b, key, number(integer, bits - 1));
    flip = arith::OrIOp::create(b, flip,
                                number(integer, int64_t(1) << (bits - 1)));
    key = arith::XOrIOp::create(b, key, flip);
    Value isNaN = arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, x, x);
    key = arith::SelectOp::create(b, isNaN, number(integer, -1), key);
  } else {
    bool isUnsigned = width == 8 || width == 1;
    key = x;
    if (!isUnsigned)
      key = arith::XOrIOp::create(
          b, key, number(key.getType(), int64_t(1) << (width - 1)));
    if (width < bits)
      key = arith::ExtUIOp::create(b, integer, key);
  }
  if (descending)
    key = arith::XOrIOp::create(b, key, number(integer, -1));
  return key;
}

Sorting::Words Sorting::wordsOf(Value x, Value column) {
  Type i64 = b.getI64Type();
  Value own = arith::IndexCastOp::create(b, i64, column);
  if (words == 2)
    return {keyOf(x), own};
  Value wide = arith::ExtUIOp::create(b, i64, keyOf(x));
  wide = arith::ShLIOp::create(b, wide, number(i64, 32));
  return {arith::OrIOp::create(b, wide, own)};
}

Value Sorting::key(const Words &values) {
  if (words == 2)
    return values[0];
  Value high = arith::ShRUIOp::create(b, values[0], number(b.getI64Type(), 32));
  return arith::TruncIOp::create(b, b.getI32Type(), high);
}

SmallVector<Value> Sorting::placeOf(int64_t row, Value at) {
  return {chunk, index.add(index.mul(size, row), at)};
}

Sorting::Words Sorting::load(int64_t buffer, Value at) {
  Words values;
  for (int64_t word = 0; word < words; ++word)
    values.push_back(
        memref::LoadOp::create(b, scratch, placeOf(buffer * words + word, at)));
  return values;
}

void Sorting::store(const Words &values, int64_t buffer, Value at) {
  for (auto [word, value] : llvm::enumerate(values))
    memref::StoreOp::create(b, value, scratch,
                            placeOf(buffer * words + int64_t(word), at));
}

void Sorting::loadRow() {
  index.loop(index.constant(0), size, 1,
             [&](Value i) { store(wordsOf(elementAt(i), i), 0, i); });
}

void Sorting::when(Value condition, function_ref<void()> body) {
  either(condition, body, nullptr);
}

void Sorting::either(Value condition, function_ref<void()> yes,
                     function_ref<void()> no) {
  if (std::optional<int64_t> known = getConstantIntValue(condition)) {
    if (*known)
      yes();
    else if (no)
      no();
    return;
  }
  auto branch =
      scf::IfOp::create(b, condition, /*withElseRegion=*/static_cast<bool>(no));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  yes();
  if (no) {
    b.setInsertionPointToStart(branch.elseBlock());
    no();
  }
}

Value Sorting::repeat(Value start, function_ref<Value(Value)> more,
                      function_ref<Value(Value)> next) {
  auto loop =
      scf::WhileOp::create(b, TypeRange{start.getType()}, ValueRange{start});
  OpBuilder::InsertionGuard guard(b);
  Block *before =
      b.createBlock(&loop.getBefore(), {}, start.getType(), b.getLoc());
  scf::ConditionOp::create(b, more(before->getArgument(0)),
                           before->getArguments());
  Block *after =
      b.createBlock(&loop.getAfter(), {}, start.getType(), b.getLoc());
  scf::YieldOp::create(b, next(after->getArgument(0)));
  return loop.getResult(0);
}

void Sorting::insertionSort() {
  Value zero = index.constant(0);
  index.loop(index.constant(1), size, 1, [&](Value i) {
    Words x = load(0, i);
    auto previous = [&](Value j) {
      return load(0, index.max(index.add(j, -1), 0));
    };
    Value place = repeat(
        i,
        [&](Value j) -> Value {
          Words left = previous(j);
          // An equal one has the smaller column.
          Value behind = arith::CmpIOp::create(b, P::ult, x[0], left[0]);
          Value some = arith::CmpIOp::create(b, P::sgt, j, zero);
          return arith::AndIOp::create(b, some, behind);
        },
        [&](Value j) {
          store(previous(j), 0, j);
          return index.add(j, -1);
        });
    store(x, 0, place);
  });
}

void Sorting::digitSort() {
  Type i64 = b.getI64Type();
  // An even number of passes ends where it began.
  int64_t passes = std::max<int64_t>(width, 16) / 8;
  int64_t first = words == 2 ? 0 : 32;
  Value counts = memref::AllocaOp::create(
      b, MemRefType::get({passes, digits}, b.getIndexType()),
      b.getI64IntegerAttr(64));
  Value zero = index.constant(0), one = index.constant(1);
  auto digitOf = [&](const Words &x, int64_t pass) -> Value {
    Value shifted =
        arith::ShRUIOp::create(b, x[0], number(i64, first + 8 * pass));
    Value digit = arith::AndIOp::create(b, shifted, number(i64, digits - 1));
    return arith::IndexCastOp::create(b, b.getIndexType(), digit);
  };
  for (int64_t pass = 0; pass < passes; ++pass)
    index.loop(zero, index.constant(digits), 1, [&](Value digit) {
      memref::StoreOp::create(b, zero, counts,
                              ValueRange{index.constant(pass), digit});
    });
  index.loop(zero, size, 1, [&](Value i) {
    Words x = load(0, i);
    for (int64_t pass = 0; pass < passes; ++pass) {
      SmallVector<Value> at = {index.constant(pass), digitOf(x, pass)};
      Value count = memref::LoadOp::create(b, counts, at);
      memref::StoreOp::create(b, index.add(count, one), counts, at);
    }
  });
  for (int64_t pass = 0; pass < passes; ++pass) {
    Value number = index.constant(pass);
    // Where the elements with each digit begin.
    auto sum = scf::ForOp::create(b, zero, index.constant(digits), one, zero);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(sum.getBody());
      SmallVector<Value> at = {number, sum.getInductionVar()};
      Value begin = sum.getRegionIterArg(0);
      Value count = memref::LoadOp::create(b, counts, at);
      memref::StoreOp::create(b, begin, counts, at);
      scf::YieldOp::create(b, index.add(begin, count));
    }
    index.loop(zero, size, 1, [&](Value i) {
      Words x = load(pass % 2, i);
      SmallVector<Value> at = {number, digitOf(x, pass)};
      Value place = memref::LoadOp::create(b, counts, at);
      memref::StoreOp::create(b, index.add(place, one), counts, at);
      store(x, (pass + 1) % 2, place);
    });
  }
}

void Sorting::sortStable() {
  loadRow();
  Value isShort =
      b.createOrFold<arith::CmpIOp>(P::sle, size, index.constant(shortRow));
  either(isShort, [&] { insertionSort(); }, [&] { digitSort(); });
}

/// Whether two elements of a sorted row are equal.
Value Sorting::hasEqual() {
  Value none = number(b.getI64Type(), 0);
  auto loop = scf::ForOp::create(b, index.constant(1), size, index.constant(1),
                                 ValueRange{none});
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value i = loop.getInductionVar();
    auto keyAt = [&](Value at) { return key(load(0, at)); };
    Value same =
        arith::CmpIOp::create(b, P::eq, keyAt(i), keyAt(index.add(i, -1)));
    same = arith::ExtUIOp::create(b, b.getI64Type(), same);
    scf::YieldOp::create(
        b, arith::OrIOp::create(b, loop.getRegionIterArg(0), same).getResult());
  }
  return arith::CmpIOp::create(b, P::ne, loop.getResult(0), none);
}

/// Whether PyTorch's order of equal elements is another than the stable one.
Value Sorting::mattersWhere() {
  if (order != cpu::Order::unstable)
    return arith::ConstantOp::create(b, b.getBoolAttr(true));
  auto compare = [&](P how, Value x, int64_t y) -> Value {
    return b.createOrFold<arith::CmpIOp>(how, x, index.constant(y));
  };
  Value isLong = compare(P::sgt, size, stableRow);
  if (!element.isInteger() || element.isInteger(1) || descending)
    return isLong;
  Value byStd = b.createOrFold<arith::OrIOp>(
      compare(P::slt, size, digitRow), compare(P::ne, index.size(input, 0), 1));
  return b.createOrFold<arith::AndIOp>(isLong, byStd);
}

/// Arranges what stands in a row of the scratch memory and those behind it.
void Sorting::arrange(StringRef how, int64_t row, bool wide) {
  Value words = index.add(index.mul(chunk, index.size(scratch, 1)),
                          placeOf(row, index.constant(0))[1]);
  Value address = index.add(
      memref::ExtractAlignedPointerAsIndexOp::create(b, scratch).getResult(),
      index.mul(words, int64_t(sizeof(uint64_t))));
  SortRowOp::create(b, how, address, size, wanted, wide);
}

/// The words of a wide row stand in pairs where the second buffer is.
void Sorting::sortByRuntime(StringRef how) {
  loadRow();
  if (words == 1)
    return arrange(how, 0, /*wide=*/false);
  auto pair = [&](Value i, int64_t word) {
    return placeOf(2, index.add(index.mul(i, 2), word));
  };
  Value zero = index.constant(0);
  index.loop(zero, size, 1, [&](Value i) {
    for (auto [word, x] : llvm::enumerate(load(0, i)))
      memref::StoreOp::create(b, x, scratch, pair(i, int64_t(word)));
  });
  arrange(how, 2, /*wide=*/true);
  index.loop(zero, wanted, 1, [&](Value i) {
    Value place = memref::LoadOp::create(b, scratch, pair(i, 1));
    memref::StoreOp::create(b, place, scratch, placeOf(1, i));
  });
}

/// The least and the greatest key of the row.
std::pair<Value, Value> Sorting::extremes() {
  Value zero = index.constant(0), first = keyOf(elementAt(zero));
  auto loop = scf::ForOp::create(b, zero, size, index.constant(1),
                                 ValueRange{first, first});
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value x = keyOf(elementAt(loop.getInductionVar()));
  Value least = arith::MinUIOp::create(b, x, loop.getRegionIterArg(0));
  Value greatest = arith::MaxUIOp::create(b, x, loop.getRegionIterArg(1));
  scf::YieldOp::create(b, ValueRange{least, greatest});
  return {loop.getResult(0), loop.getResult(1)};
}

/// A row of ints that are so near to each other that some are equal: by the
/// differences to the least one, so that one word has key and column.
void Sorting::sortCrowd(StringRef how, Value least) {
  Type i64 = b.getI64Type();
  Value zero = index.constant(0);
  index.loop(zero, size, 1, [&](Value i) {
    Value word = arith::SubIOp::create(b, keyOf(elementAt(i)), least);
    if (words == 1)
      word = arith::ExtUIOp::create(b, i64, word);
    word = arith::ShLIOp::create(b, word, number(i64, 32));
    Value column = arith::IndexCastOp::create(b, i64, i);
    word = arith::OrIOp::create(b, word, column);
    memref::StoreOp::create(b, word, scratch, placeOf(0, i));
  });
  arrange(how, 0, /*wide=*/false);
  if (words == 2)
    index.loop(zero, wanted, 1, [&](Value i) {
      Value word = memref::LoadOp::create(b, scratch, placeOf(0, i));
      Value place = arith::AndIOp::create(b, word, number(i64, 0xffffffff));
      memref::StoreOp::create(b, place, scratch, placeOf(1, i));
    });
}

/// As the run time has it where elements are equal, faster where none are.
void Sorting::sortLike(StringRef how) {
  Value matters = mattersWhere();
  auto distinct = [&] {
    sortStable();
    when(b.createOrFold<arith::AndIOp>(matters, hasEqual()),
         [&] { sortByRuntime(how); });
  };
  if (!element.isInteger())
    return distinct();
  auto ints = [&] {
    auto [least, greatest] = extremes();
    Value range = arith::SubIOp::create(b, greatest, least);
    Value most =
        arith::IndexCastOp::create(b, range.getType(), index.add(size, -1));
    Value crowded = arith::CmpIOp::create(b, P::ult, range, most);
    either(crowded, [&, least = least] { sortCrowd(how, least); }, distinct);
  };
  // Of a row that has two elements there are extremes.
  Value some = b.createOrFold<arith::CmpIOp>(P::sgt, size, index.constant(1));
  either(b.createOrFold<arith::AndIOp>(matters, some), ints,
         [&] { sortStable(); });
}

void Sorting::sortRow() {
  switch (order) {
  case cpu::Order::stable:
    sortStable();
    break;
  case cpu::Order::unstable:
    sortLike("all");
    break;
  case cpu::Order::top: {
    Value few = b.createOrFold<arith::CmpIOp>(
        P::sle, index.mul(wanted, heapRatio), size);
    Value any =
        b.createOrFold<arith::CmpIOp>(P::sgt, wanted, index.constant(0));
    either(
        b.createOrFold<arith::AndIOp>(few, any), [&] { firstOfRow(); },
        [&] { sortLike("first"); });
    break;
  }
  case cpu::Order::partition:
    sortByRuntime("partition");
    break;
  case cpu::Order::kth:
    sortByRuntime("kth");
    break;
  }
  write();
}

/// `std::__adjust_heap`: lets `value` sink from `top`, and rise again.
void Sorting::adjustHeap(Value top, Value length, const Words &value) {
  Value one = index.constant(1);
  auto half = [&](Value x) -> Value {
    return arith::ShRSIOp::create(b, x, one);
  };
  auto children = [&](Value hole) { return index.mul(index.add(hole, 1), 2); };
  Value hole = repeat(
      top,
      [&](Value hole) -> Value {
        return arith::CmpIOp::create(b, P::slt, hole,
                                     half(index.sub(length, one)));
      },
      [&](Value hole) -> Value {
        Value child = children(hole), left = index.add(child, -1);
        Value isLess = less(load(0, child), load(0, left));
        child = arith::SelectOp::create(b, isLess, left, child);
        store(load(0, child), 0, hole);
        return child;
      });
  Value isEven = arith::CmpIOp::create(
      b, P::eq, index.remainder(length, index.constant(2)), index.constant(0));
  Value isLast =
      arith::CmpIOp::create(b, P::eq, hole, half(index.add(length, -2)));
  Value single = arith::AndIOp::create(b, isEven, isLast);
  auto branch = scf::IfOp::create(b, TypeRange{b.getIndexType()}, single,
                                  /*withElseRegion=*/true);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.thenBlock());
    Value child = index.add(children(hole), -1);
    store(load(0, child), 0, hole);
    scf::YieldOp::create(b, child);
    b.setInsertionPointToStart(branch.elseBlock());
    scf::YieldOp::create(b, hole);
  }
  auto parent = [&](Value hole) {
    return index.max(half(index.add(hole, -1)), 0);
  };
  hole = repeat(
      branch.getResult(0),
      [&](Value hole) -> Value {
        Value below = arith::CmpIOp::create(b, P::sgt, hole, top);
        return arith::AndIOp::create(b, below,
                                     less(load(0, parent(hole)), value));
      },
      [&](Value hole) {
        store(load(0, parent(hole)), 0, hole);
        return parent(hole);
      });
  store(value, 0, hole);
}

/// An element that is less than the top of the heap takes its place.
void Sorting::takeIfFirst(Value at) {
  Value zero = index.constant(0);
  Words x = wordsOf(elementAt(at), at);
  when(less(x, load(0, zero)), [&] { adjustHeap(zero, wanted, x); });
}

/// `std::partial_sort`.
void Sorting::firstOfRow() {
  Value zero = index.constant(0), one = index.constant(1);
  index.loop(zero, wanted, 1,
             [&](Value i) { store(wordsOf(elementAt(i), i), 0, i); });
  Value parents = index.floorDiv(wanted, 2);
  index.loop(zero, parents, 1, [&](Value i) {
    Value top = index.sub(index.sub(parents, one), i);
    adjustHeap(top, wanted, load(0, top));
  });
  // Most vectors have nothing that comes before what the heap has.
  int64_t lanes = words == 2 ? 8 : 16;
  Value begin = wanted;
  if (hasContiguousRows(input) && width >= 8) {
    auto type = VectorType::get({lanes}, element);
    Value count = index.floorDiv(index.sub(size, wanted), lanes);
    Value end = index.add(wanted, index.mul(count, lanes));
    index.loop(wanted, end, lanes, [&](Value i) {
      Value keys =
          keyOf(vector::LoadOp::create(b, type, input, ValueRange{line, i}));
      Value greatest =
          vector::BroadcastOp::create(b, keys.getType(), key(load(0, zero)));
      Value first = arith::CmpIOp::create(b, P::ult, keys, greatest);
      Type bits = b.getIntegerType(lanes);
      Value mask = vector::ExtractOp::create(
          b,
          vector::BitCastOp::create(b, VectorType::get({1}, bits), first)
              .getResult(),
          ArrayRef<int64_t>{0});
      repeat(
          mask,
          [&](Value mask) -> Value {
            return arith::CmpIOp::create(b, P::ne, mask, number(bits, 0));
          },
          [&](Value mask) -> Value {
            Value lane = math::CountTrailingZerosOp::create(b, mask);
            lane = arith::IndexCastUIOp::create(b, b.getIndexType(), lane);
            takeIfFirst(index.add(i, lane));
            Value less = arith::SubIOp::create(b, mask, number(bits, 1));
            return arith::AndIOp::create(b, mask, less);
          });
    });
    begin = end;
  }
  index.loop(begin, size, 1, [&](Value i) { takeIfFirst(i); });
  Value last = index.sub(wanted, one);
  index.loop(zero, last, 1, [&](Value i) {
    Value end = index.sub(last, i);
    Words x = load(0, end);
    store(load(0, zero), 0, end);
    adjustHeap(zero, end, x);
  });
}

void Sorting::write() {
  index.loop(index.constant(0), wanted, 1, [&](Value i) {
    Value place = load(0, i).back();
    if (words == 1)
      place =
          arith::AndIOp::create(b, place, number(b.getI64Type(), 0xffffffff));
    memref::StoreOp::create(b, place, dest, ValueRange{line, i});
  });
}

void Sorting::emit() {
  Value zero = index.constant(0), one = index.constant(1);
  Value lines = index.size(dest, 0);
  Value some =
      index.floorDiv(index.constant(chunkElements), index.max(size, 1));
  some = index.max(index.max(some, index.ceilDiv(lines, mostChunks)), 1);
  Value chunks = index.floorDiv(index.add(lines, index.add(some, -1)), some);
  SmallVector<OpFoldResult> sizes = {
      getAsOpFoldResult(chunks), getAsOpFoldResult(index.mul(size, 2 * words))};
  SmallVector<int64_t> shape;
  SmallVector<Value> dynamic;
  for (OpFoldResult each : sizes) {
    std::optional<int64_t> known = getConstantIntValue(each);
    shape.push_back(known.value_or(ShapedType::kDynamic));
    if (!known)
      dynamic.push_back(cast<Value>(each));
  }
  scratch = memref::AllocOp::create(b, MemRefType::get(shape, b.getI64Type()),
                                    dynamic);
  auto parallel = scf::ParallelOp::create(b, ValueRange{zero},
                                          ValueRange{chunks}, ValueRange{one});
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(parallel.getBody());
    chunk = parallel.getInductionVars()[0];
    Value begin = index.mul(chunk, some);
    Value end = index.min(index.add(begin, some), lines);
    index.loop(begin, end, 1, [&](Value at) {
      line = at;
      auto scope = memref::AllocaScopeOp::create(b, TypeRange{});
      OpBuilder::InsertionGuard guard(b);
      b.createBlock(&scope.getBodyRegion());
      memref::AllocaScopeReturnOp::create(b, ValueRange{});
      b.setInsertionPointToStart(&scope.getBodyRegion().front());
      sortRow();
    });
  }
  memref::DeallocOp::create(b, scratch);
}

} // namespace

void emitSort(ImplicitLocOpBuilder &b, cpu::SortOp op) {
  Sorting(b, op).emit();
}

} // namespace tine
