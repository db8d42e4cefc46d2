//===- ProductKernels.cpp - Products in tiles -----------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block of threads computes a tile of the result by a template of
// codegen/device/Products.cpp. The kernel tells the template how an element of
// a factor is made from its row and its number in the sum: the loads and the
// arithmetic of the op's body. So a convolution is a product whose factor reads
// from an image, and no matrix of windows is ever stored. Sizes are arguments,
// that products of several shapes share a kernel.
//
// What the product is added to, and an op of elements that alone reads the sum,
// are computed in the kernel as well.
//
// Where there are too few tiles for a GPU and the sums are long, several blocks
// share a tile, and a second kernel adds their parts in order.
//
//===----------------------------------------------------------------------===//

#include "lowering/cuda/ProductKernels.h"
#include "lowering/cuda/Callback.h"
#include "lowering/cuda/FactorInMemory.h"
#include "lowering/cuda/PointEmitter.h"
#include "lowering/cuda/ProductFusion.h"
#include "lowering/cuda/ProductOfLoops.h"
#include "lowering/cuda/ProductTiles.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tine;
using namespace tine::cuda;

/// Values of a sum in the longest slice of a template.
static constexpr int64_t longestSlice = 32;

/// Sizes that are constants of the kernel, as those of windows, and not
/// arguments.
static constexpr int64_t smallSize = 5;

namespace {

/// Where the factors lie in memory; null for one whose elements a function
/// loads.
struct InMemory {
  std::optional<FactorInMemory> a, b;
};

class ProductKernel : PointEmitter {
public:
  ProductKernel(linalg::GenericOp op, KernelBuilder &k,
                const ProductOfLoops &product, const ProductFusion &fusion)
      : PointEmitter(op, k), product(product), fusion(fusion) {
    k.passConstantsAbove(smallSize);
  }

  /// Tiles of so many rows and columns. With a buffer, part s of result r
  /// becomes its element s * results + r.
  void emit(const ProductTile &tile, int64_t parts, Value buffer,
            const InMemory &inMemory);
  /// Adds up those parts.
  void emitRest(int64_t parts, Value buffer);

private:
  /// Sets `point` for loops from their number in row-major order.
  void decode(SmallVectorImpl<Value> &point, ArrayRef<unsigned> loops,
              Value number);
  std::pair<Value, Value> divide(Value number, OpFoldResult size);
  Callback loader(const ProductFactor &factor, ArrayRef<unsigned> own,
                  ArrayRef<Value> batch, Type type);
  void addFactor(TemplateCall &call, const ProductFactor &factor,
                 ArrayRef<unsigned> own, ArrayRef<Value> batch, Type type,
                 const std::optional<FactorInMemory> &inMemory);
  Value element(Value buffer, ValueRange indices);
  Value valueAt(const ProductFactor &factor, ArrayRef<Value> point);
  Value plus(Value x, Value y);
  void finish(ArrayRef<Value> point, Value sum);
  Value inKernel(Value host) { return k.scalar(host); }

  const ProductOfLoops &product;
  const ProductFusion &fusion;
};

/// number / size and the rest, by a multiplication with 2^32 / size. A number
/// has less than 32 bits, so what that gives is at most one too small.
std::pair<Value, Value> ProductKernel::divide(Value number, OpFoldResult size) {
  Value divisor = k.scalar(size);
  if (divisor.getDefiningOp<arith::ConstantOp>())
    return {arith::DivUIOp::create(b, number, divisor),
            arith::RemUIOp::create(b, number, divisor)};
  OpBuilder &host = k.host();
  Location loc = op.getLoc();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(host, loc, value);
  };
  Value most = constant((int64_t(1) << 32) - 1);
  Value least = arith::MaxUIOp::create(
      host, loc, getValueOrCreateConstantIndexOp(host, loc, size), constant(1));
  Value inverse = arith::MinUIOp::create(
      host, loc,
      arith::DivUIOp::create(host, loc, constant(int64_t(1) << 32), least),
      most);
  Type i32 = b.getI32Type();
  Value n = arith::IndexCastUIOp::create(b, i32, number);
  Value by = arith::IndexCastUIOp::create(b, i32, inKernel(inverse));
  Value d = arith::IndexCastUIOp::create(b, i32, divisor);
  Value quotient = arith::MulUIExtendedOp::create(b, n, by).getHigh();
  Value rest =
      arith::SubIOp::create(b, n, arith::MulIOp::create(b, quotient, d));
  Value isLow = arith::CmpIOp::create(b, arith::CmpIPredicate::uge, rest, d);
  Value one = arith::ConstantIntOp::create(b, i32, 1);
  quotient = arith::SelectOp::create(
      b, isLow, arith::AddIOp::create(b, quotient, one), quotient);
  rest = arith::SelectOp::create(b, isLow, arith::SubIOp::create(b, rest, d),
                                 rest);
  return {arith::IndexCastUIOp::create(b, b.getIndexType(), quotient),
          arith::IndexCastUIOp::create(b, b.getIndexType(), rest)};
}

void ProductKernel::decode(SmallVectorImpl<Value> &point,
                           ArrayRef<unsigned> loops, Value number) {
  for (unsigned i : llvm::reverse(loops)) {
    if (getConstantIntValue(sizes[i]) == 1) {
      point[i] = k.index(0);
      continue;
    }
    bool isLast = llvm::all_of(
        loops.take_until([&](unsigned j) { return j == i; }),
        [&](unsigned j) { return getConstantIntValue(sizes[j]) == 1; });
    if (isLast) {
      point[i] = number;
      number = k.index(0);
      continue;
    }
    std::tie(number, point[i]) = divide(number, sizes[i]);
  }
}

/// An element of a buffer, or of the one that is read instead.
Value ProductKernel::element(Value buffer, ValueRange indices) {
  auto other = fusion.instead.find(buffer);
  if (other == fusion.instead.end()) {
    const KernelBuilder::Buffer &in = k.buffer(buffer);
    return k.load(in, k.offsetOf(in, indices));
  }
  SmallVector<Value> place;
  for (AffineExpr dim : other->second.place.getResults())
    place.push_back(indices[cast<AffineDimExpr>(dim).getPosition()]);
  const KernelBuilder::Buffer &in = k.buffer(other->second.buffer);
  Value value = k.load(in, k.offsetOf(in, place));
  Type type = cast<MemRefType>(buffer.getType()).getElementType();
  return value.getType() == type
             ? value
             : arith::ExtFOp::create(b, type, value).getResult();
}

Value ProductKernel::valueAt(const ProductFactor &factor,
                             ArrayRef<Value> point) {
  IRMapping mapping;
  auto map = [&](Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument || argument.getOwner() != op.getBody() ||
        mapping.contains(value))
      return;
    OpOperand &operand = op->getOpOperand(argument.getArgNumber());
    mapping.map(value, isa<MemRefType>(operand.get().getType())
                           ? element(operand.get(), placeOf(operand, point))
                           : k.scalar(operand.get()));
  };
  for (Operation *inner : factor.ops) {
    for (Value operand : inner->getOperands())
      map(operand);
    auto load = dyn_cast<memref::LoadOp>(inner);
    if (auto index = dyn_cast<linalg::IndexOp>(inner)) {
      mapping.map(index.getResult(), point[index.getDim()]);
    } else if (load && fusion.instead.contains(load.getMemRef())) {
      SmallVector<Value> indices;
      for (Value at : load.getIndices())
        indices.push_back(mapping.contains(at) ? mapping.lookup(at)
                                               : k.scalar(at));
      mapping.map(load.getResult(), element(load.getMemRef(), indices));
    } else {
      k.clone(*inner, mapping);
    }
  }
  map(factor.value);
  return mapping.contains(factor.value) ? mapping.lookup(factor.value)
                                        : k.scalar(factor.value);
}

Callback ProductKernel::loader(const ProductFactor &factor,
                               ArrayRef<unsigned> own, ArrayRef<Value> batch,
                               Type type) {
  Type index = b.getIndexType();
  return makeCallback(k, {index, index}, [&](ValueRange place) {
    SmallVector<Value> point(batch);
    decode(point, own, place[0]);
    decode(point, product.depths, place[1]);
    Value value = valueAt(factor, point);
    return value.getType() == type
               ? value
               : arith::TruncFOp::create(b, type, value).getResult();
  });
}

/// A function that loads elements, or the address and the pitch.
void ProductKernel::addFactor(TemplateCall &call, const ProductFactor &factor,
                              ArrayRef<unsigned> own, ArrayRef<Value> batch,
                              Type type,
                              const std::optional<FactorInMemory> &inMemory) {
  if (!inMemory) {
    auto pointer = LLVM::LLVMPointerType::get(b.getContext(), globalSpace);
    call.callback(loader(factor, own, batch, type))
        .pointer(LLVM::ZeroOp::create(b, pointer))
        .number(k.index(0));
    return;
  }
  const KernelBuilder::Buffer &buffer = k.buffer(inMemory->buffer);
  Value offset = k.index(0);
  for (auto [loop, dimension] : inMemory->batches)
    offset = k.add(offset, k.mul(batch[loop], buffer.strides[dimension]));
  call.noCallback()
      .pointer(k.addressIn(buffer, offset))
      .number(buffer.strides[inMemory->pitch]);
}

Value ProductKernel::plus(Value x, Value y) {
  Operation *add = b.clone(*product.add);
  add->setOperands({x, y});
  return add->getResult(0);
}

/// Adds the sum to what was there, and stores it or what the op behind makes of
/// it.
void ProductKernel::finish(ArrayRef<Value> point, Value sum) {
  SmallVector<Value> place;
  OpOperand *init = op.getDpsInitOperand(0);
  for (AffineExpr loop : op.getMatchingIndexingMap(init).getResults())
    place.push_back(point[cast<AffineDimExpr>(loop).getPosition()]);
  sum = plus(fusion.start ? valueOf(fusion.start, place)
                          : startsAt(point).front(),
             sum);
  if (!fusion.end) {
    storeAt(point, sum);
    return;
  }
  linalg::GenericOp end = fusion.end;
  SmallVector<Value> endPoint(end.getNumLoops());
  AffineMap map = end.getMatchingIndexingMap(fusion.sum);
  for (auto [i, value] : llvm::enumerate(place))
    endPoint[map.getDimPosition(unsigned(i))] = value;
  OpOperand *to = end.getDpsInitOperand(0);
  k.store(valueOf(end, endPoint, fusion.sum, sum), k.buffer(to->get()),
          offsetAt(*to, endPoint));
}

void ProductKernel::emit(const ProductTile &tile, int64_t parts, Value buffer,
                         const InMemory &inMemory) {
  Value rows = countOf(product.rows), columns = countOf(product.columns),
        depth = countOf(product.depths), batches = countOf(product.batches);
  const std::optional<FactorInMemory> &ofA = inMemory.a, &ofB = inMemory.b;
  int64_t height = tile.size, width = tile.size;
  if (tile.isThin) {
    height = leastRows;
    width = thinColumns(ofB ? ofB->isAlongSum : product.b.isAlongSum,
                        ofB ? pieceBytes / storedBytes(tile.type) : 1);
  }
  Value down = divideUp(rows, height), across = divideUp(columns, width);
  k.passConstantsAbove(0);
  // Blocks of a tile's parts are far from each other, those of a row of tiles
  // beside each other.
  auto [rest, column] =
      divide(gpu::BlockIdOp::create(b, gpu::Dimension::x), across);
  Value row, part = k.index(0);
  std::tie(rest, row) = divide(rest, down);
  Value batchNumber = rest;
  if (parts != 1)
    std::tie(part, batchNumber) = divide(rest, batches);
  k.passConstantsAbove(smallSize);
  SmallVector<Value> batch(op.getNumLoops());
  decode(batch, product.batches, batchNumber);
  Value begin = k.index(0), end = inKernel(depth);
  if (parts != 1) {
    // Of whole slices.
    OpBuilder &host = k.host();
    Value length = inKernel(host.createOrFold<arith::MulIOp>(
        op.getLoc(), divideUp(depth, parts * longestSlice),
        arith::ConstantIndexOp::create(host, op.getLoc(), longestSlice)));
    begin = k.mul(part, length);
    end = arith::MinUIOp::create(b, k.add(begin, length), end);
  }
  Type element = product.add->getResult(0).getType();
  Type index = b.getIndexType();
  Value rowCount = inKernel(rows), columnCount = inKernel(columns);
  Value partNumber = k.add(k.mul(part, inKernel(batches)), batchNumber);
  Callback store =
      makeCallback(k, {index, index, element}, [&](ValueRange result) {
        if (buffer) {
          Value at = k.add(k.mul(partNumber, rowCount), result[0]);
          at = k.add(k.mul(at, columnCount), result[1]);
          k.store(result[2], k.buffer(buffer), at);
          return Value();
        }
        SmallVector<Value> point(batch);
        decode(point, product.rows, result[0]);
        decode(point, product.columns, result[1]);
        finish(point, result[2]);
        return Value();
      });
  TemplateCall call(k);
  call.number(row)
      .number(column)
      .number(rowCount)
      .number(columnCount)
      .number(begin)
      .number(end)
      .flag(ofA ? ofA->isAlongSum : product.a.isAlongSum)
      .flag(ofB ? ofB->isAlongSum : product.b.isAlongSum)
      .flag(ofA.has_value())
      .flag(ofB.has_value());
  addFactor(call, product.a, product.rows, batch, tile.type, ofA);
  addFactor(call, product.b, product.columns, batch, tile.type, ofB);
  call.callback(store).emit(templateFor(tile));
  OpBuilder &host = k.host();
  Location loc = op.getLoc();
  Value blocks = host.createOrFold<arith::MulIOp>(loc, down, across);
  blocks = host.createOrFold<arith::MulIOp>(loc, blocks, batches);
  blocks = host.createOrFold<arith::MulIOp>(
      loc, blocks, arith::ConstantIndexOp::create(host, loc, parts));
  k.limitRegisters(blocksAtOnce(tile, element, ofA && ofB));
  k.launch(blocks, productThreads);
}

void ProductKernel::emitRest(int64_t parts, Value buffer) {
  SmallVector<unsigned> loops = product.batches;
  llvm::append_range(loops, product.rows);
  llvm::append_range(loops, product.columns);
  Value count = countOf(loops), inside = inKernel(count);
  Value thread = k.thread();
  onlyIf(arith::CmpIOp::create(b, arith::CmpIPredicate::ult, thread, inside));
  SmallVector<Value> point(op.getNumLoops());
  decode(point, loops, thread);
  const KernelBuilder::Buffer &from = k.buffer(buffer);
  Value sum = k.load(from, thread);
  auto loop = scf::ForOp::create(
      b, k.index(1),
      k.scalar(arith::ConstantIndexOp::create(k.host(), op.getLoc(), parts)),
      k.index(1), sum);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value at = k.add(k.mul(loop.getInductionVar(), inside), thread);
    Value part = k.load(from, at);
    scf::YieldOp::create(b, plus(loop.getRegionIterArg(0), part));
  }
  finish(point, loop.getResult(0));
  k.launch(divideUp(count, plainBlock), plainBlock);
}

/// Makes the kernel that leaves the product, or its parts in the buffer, in
/// place of the op. Where only the run knows whether factors lie in memory as
/// they are needed, there are two of them.
void makeTiles(linalg::GenericOp op, const ProductFusion &fusion,
               const ProductTile &tile, int64_t parts, Value buffer,
               KernelSet &kernels) {
  OpBuilder host(op);
  ProductOfLoops product = matchFor(op, fusion, tile);
  InMemory inMemory;
  if (tile.isInPieces())
    inMemory = {findInMemory(op, product, product.a, product.rows,
                             fusion.instead, tile.type, host),
                findInMemory(op, product, product.b, product.columns,
                             fusion.instead, tile.type, host)};
  Value holds;
  for (const std::optional<FactorInMemory> &factor : {inMemory.a, inMemory.b})
    if (factor && factor->holds)
      holds =
          holds ? arith::AndIOp::create(host, op.getLoc(), holds, factor->holds)
                      .getResult()
                : factor->holds;
  auto make = [&](linalg::GenericOp in, const InMemory &how) {
    KernelBuilder k(in, kernels);
    ProductOfLoops same = matchFor(in, fusion, tile);
    ProductKernel(in, k, same, fusion).emit(tile, parts, buffer, how);
  };
  if (holds) {
    auto branch = scf::IfOp::create(host, op.getLoc(), holds,
                                    /*withElseRegion=*/true);
    auto inside = branch.getThenBodyBuilder();
    make(cast<linalg::GenericOp>(inside.clone(*op)), inMemory);
    op->moveBefore(branch.elseBlock()->getTerminator());
    inMemory = {};
  }
  make(op, inMemory);
}

} // namespace

bool cuda::makeProductKernels(linalg::GenericOp op, KernelSet &kernels) {
  std::optional<ProductOfLoops> product = matchProduct(op);
  if (!product)
    return false;
  ProductShape shape = shapeOf(op, *product);
  Type element = product->add->getResult(0).getType();
  if (!hasTile(shape, element))
    return false;
  Value result = op.getDpsInits()[0];
  ProductFusion fusion = fuseProduct(op);
  ProductTile tile =
      chooseTile(op, *matchProduct(op, fusion.instead), fusion, shape);
  product = matchFor(op, fusion, tile);
  int64_t parts = chooseParts(shape, tile);
  if (parts == 1) {
    makeTiles(op, fusion, tile, 1, Value(), kernels);
  } else {
    OpBuilder builder(op);
    Location loc = op.getLoc();
    Value buffer = memref::AllocOp::create(
        builder, loc,
        MemRefType::get({parts * shape.batches * shape.rows * shape.columns},
                        element));
    // The first kernel takes the place of a copy.
    auto first = cast<linalg::GenericOp>(builder.clone(*op));
    makeTiles(first, fusion, tile, parts, buffer, kernels);
    builder.setInsertionPointAfter(op);
    memref::DeallocOp::create(builder, loc, buffer);
    KernelBuilder forRest(op, kernels);
    ProductKernel(op, forRest, *product, fusion).emitRest(parts, buffer);
  }
  eraseReplaced(fusion, result);
  return true;
}
