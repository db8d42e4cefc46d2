//===- KernelBuilder.cpp - A kernel and its launch ------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowering/cuda/KernelBuilder.h"
#include "dialects/tine/Tine.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace tine;
using namespace tine::cuda;

KernelSet::KernelSet(ModuleOp module, llvm::StringRef prefix) : prefix(prefix) {
  for (auto known : module.getOps<gpu::GPUModuleOp>())
    kernels = known;
  if (kernels)
    return;
  auto builder = OpBuilder::atBlockEnd(module.getBody());
  module->setAttr(gpu::GPUDialect::getContainerModuleAttrName(),
                  builder.getUnitAttr());
  kernels = gpu::GPUModuleOp::create(builder, module.getLoc(), "kernels");
}

gpu::GPUFuncOp KernelSet::add(Location loc) {
  auto builder = OpBuilder::atBlockEnd(kernels.getBody());
  auto kernel =
      gpu::GPUFuncOp::create(builder, loc, (prefix + Twine(count++)).str(),
                             builder.getFunctionType({}, {}));
  kernel->setAttr(gpu::GPUDialect::getKernelFuncAttrName(),
                  builder.getUnitAttr());
  return kernel;
}

/// The type of an element in memory.
static Type storedType(Type element) {
  OpBuilder builder(element.getContext());
  if (element.isInteger(1))
    return builder.getI8Type();
  if (element.isIndex())
    return builder.getI64Type();
  // Signs are the operations'.
  if (auto integer = dyn_cast<IntegerType>(element))
    return builder.getIntegerType(integer.getWidth());
  return element;
}

int64_t cuda::storedBytes(Type element) {
  return storedType(element).getIntOrFloatBitWidth() / 8;
}

Value cuda::addressOf(OpBuilder &builder, Location loc, Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  SmallVector<int64_t> strides;
  int64_t offset = 0;
  if (failed(type.getStridesAndOffset(strides, offset)))
    offset = ShapedType::kDynamic;
  Value address =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, buffer);
  if (offset == 0)
    return address;
  Value first =
      ShapedType::isDynamic(offset)
          ? memref::ExtractStridedMetadataOp::create(builder, loc, buffer)
                .getOffset()
          : arith::ConstantIndexOp::create(builder, loc, offset).getResult();
  Value bytes = arith::ConstantIndexOp::create(
      builder, loc, storedBytes(type.getElementType()));
  return arith::AddIOp::create(
      builder, loc, address, arith::MulIOp::create(builder, loc, first, bytes));
}

Value cuda::rootOf(Value buffer) {
  while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>())
    buffer = view.getViewSource();
  return buffer;
}

Value cuda::storageOf(Value buffer) {
  Value root = rootOf(buffer);
  if (auto box = root.getDefiningOp<BoxBufferOp>())
    return box.getBox();
  return root;
}

bool cuda::isNew(Value root) {
  if (auto box = root.getDefiningOp<BoxBufferOp>())
    root = box.getBox();
  return root.getDefiningOp<memref::AllocOp>() ||
         root.getDefiningOp<BoxAllocOp>();
}

bool cuda::staysInFront(Operation *op) {
  // What a job was given is there as a rule; a copy from another device may
  // still be under way, which makes the work late and not wrong.
  if (auto wait = dyn_cast<WaitOp>(op))
    return isa<BlockArgument>(wait.getFuture());
  return isa<memref::AllocOp, BoxAllocOp, RetainOp, AssertOp>(op) ||
         (op->getNumRegions() == 0 && isMemoryEffectFree(op));
}

bool cuda::frees(Operation *op) {
  return isa<memref::DeallocOp, ReleaseOp>(op);
}

KernelBuilder::KernelBuilder(Operation *op, KernelSet &kernels)
    : b(op->getLoc(), op->getContext()), op(op),
      kernel(kernels.add(op->getLoc())), hostBuilder(op) {
  b.setInsertionPointToEnd(&kernel.getBody().front());
}

Value KernelBuilder::argument(Type type, Value host) {
  unsigned number = kernel.getNumArguments();
  (void)kernel.insertArgument(number, type, DictionaryAttr(), host.getLoc());
  operands.push_back(host);
  return kernel.getArgument(number);
}

/// Whether the value is a constant that the kernel has a copy of.
bool KernelBuilder::isCopied(Value host) const {
  Operation *definition = host.getDefiningOp();
  if (!definition || !definition->hasTrait<OpTrait::ConstantLike>())
    return false;
  std::optional<int64_t> number = getConstantIntValue(host);
  return !host.getType().isIndex() || !number || *number <= mostConstant;
}

Value KernelBuilder::scalar(Value host) {
  Value &known = scalars[host];
  if (known)
    return known;
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(&kernel.getBody().front());
  if (isCopied(host)) {
    Operation *copy = b.clone(*host.getDefiningOp());
    return scalars[host] =
               copy->getResult(cast<OpResult>(host).getResultNumber());
  }
  if (!host.getType().isIndex())
    return known = argument(host.getType(), host);
  Value word = arith::IndexCastOp::create(hostBuilder, op->getLoc(),
                                          b.getI64Type(), host);
  Value in = argument(b.getI64Type(), word);
  return scalars[host] = arith::IndexCastOp::create(b, b.getIndexType(), in);
}

Value KernelBuilder::scalar(OpFoldResult host) {
  if (auto value = dyn_cast<Value>(host))
    return scalar(value);
  int64_t number = cast<IntegerAttr>(cast<Attribute>(host)).getInt();
  if (number > mostConstant)
    return scalar(
        arith::ConstantIndexOp::create(hostBuilder, op->getLoc(), number)
            .getResult());
  return index(number);
}

const KernelBuilder::Buffer &KernelBuilder::buffer(Value host) {
  if (auto *known = buffers.find(host); known != buffers.end())
    return known->second;
  Location loc = op->getLoc();
  auto type = cast<MemRefType>(host.getType());
  auto pointer = LLVM::LLVMPointerType::get(b.getContext(), globalSpace);
  Value address = arith::IndexCastOp::create(hostBuilder, loc, b.getI64Type(),
                                             addressOf(hostBuilder, loc, host));
  Value word = LLVM::IntToPtrOp::create(hostBuilder, loc, pointer, address);
  Buffer made{argument(pointer, word), type.getElementType(), {}};
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)))
    strides.assign(type.getRank(), ShapedType::kDynamic);
  memref::ExtractStridedMetadataOp metadata;
  for (auto [i, stride] : llvm::enumerate(strides)) {
    if (!ShapedType::isDynamic(stride)) {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(&kernel.getBody().front());
      made.strides.push_back(scalar(b.getIndexAttr(stride)));
      continue;
    }
    if (!metadata)
      metadata =
          memref::ExtractStridedMetadataOp::create(hostBuilder, loc, host);
    made.strides.push_back(scalar(metadata.getStrides()[i]));
  }
  return buffers.insert({host, made}).first->second;
}

Value KernelBuilder::sharedMemory(int64_t size, Type element) {
  auto space =
      gpu::AddressSpaceAttr::get(b.getContext(), gpu::AddressSpace::Workgroup);
  return kernel.addWorkgroupAttribution(
      MemRefType::get({size}, storedType(element), MemRefLayoutAttrInterface(),
                      space),
      op->getLoc());
}

Value KernelBuilder::index(int64_t value) {
  return arith::ConstantIndexOp::create(b, value);
}

Value KernelBuilder::add(Value x, Value y) {
  return b.createOrFold<arith::AddIOp>(x, y);
}

Value KernelBuilder::mul(Value x, Value y) {
  return b.createOrFold<arith::MulIOp>(x, y);
}

Value KernelBuilder::thread() {
  Value block = gpu::BlockIdOp::create(b, gpu::Dimension::x);
  Value size = gpu::BlockDimOp::create(b, gpu::Dimension::x);
  return add(mul(block, size), gpu::ThreadIdOp::create(b, gpu::Dimension::x));
}

SmallVector<Value> KernelBuilder::split(Value number,
                                        ArrayRef<OpFoldResult> sizes) {
  SmallVector<Value> point(sizes.size());
  for (size_t i = sizes.size(); i-- != 0;) {
    // The whole rest is the slowest one's.
    if (i == 0) {
      point[i] = number;
      break;
    }
    Value size = scalar(sizes[i]);
    point[i] = b.createOrFold<arith::RemUIOp>(number, size);
    number = b.createOrFold<arith::DivUIOp>(number, size);
  }
  return point;
}

Value KernelBuilder::offsetOf(const Buffer &buffer, ValueRange indices) {
  Value sum = index(0);
  for (auto [i, stride] : llvm::zip_equal(indices, buffer.strides))
    sum = add(sum, mul(i, stride));
  return sum;
}

Value KernelBuilder::addressIn(const Buffer &buffer, Value offset) {
  Value number = arith::IndexCastOp::create(b, b.getI64Type(), offset);
  return LLVM::GEPOp::create(b, buffer.pointer.getType(),
                             storedType(buffer.element), buffer.pointer,
                             ArrayRef<LLVM::GEPArg>{number});
}

Value KernelBuilder::load(const Buffer &buffer, Value offset, int64_t width) {
  Type stored = storedType(buffer.element);
  Type type = width == 1 ? stored : Type(VectorType::get({width}, stored));
  unsigned alignment = unsigned(storedBytes(buffer.element) * width);
  Value value =
      LLVM::LoadOp::create(b, type, addressIn(buffer, offset), alignment);
  return width == 1 ? fromStored(value, buffer.element) : value;
}

void KernelBuilder::store(Value value, const Buffer &buffer, Value offset,
                          int64_t width) {
  if (width == 1)
    value = toStored(value);
  unsigned alignment = unsigned(storedBytes(buffer.element) * width);
  LLVM::StoreOp::create(b, value, addressIn(buffer, offset), alignment);
  for (auto &[host, known] : buffers)
    if (known.pointer == buffer.pointer)
      written.insert(host);
}

Value KernelBuilder::fromStored(Value value, Type element) {
  if (element.isIndex())
    return arith::IndexCastOp::create(b, element, value);
  if (!element.isInteger(1))
    return value.getType() == element
               ? value
               : UnrealizedConversionCastOp::create(b, element, value)
                     .getResult(0);
  Value zero = arith::ConstantIntOp::create(b, b.getI8Type(), 0);
  return arith::CmpIOp::create(b, arith::CmpIPredicate::ne, value, zero);
}

Value KernelBuilder::toStored(Value value) {
  if (value.getType().isIndex())
    return arith::IndexCastOp::create(b, b.getI64Type(), value);
  if (value.getType().isInteger(1))
    return arith::ExtUIOp::create(b, b.getI8Type(), value);
  Type stored = storedType(value.getType());
  return stored == value.getType()
             ? value
             : UnrealizedConversionCastOp::create(b, stored, value)
                   .getResult(0);
}

void KernelBuilder::clone(Operation &from, IRMapping &mapping) {
  from.walk([&](Operation *inner) {
    for (Value value : inner->getOperands())
      if (isOfHost(value) && !isa<MemRefType>(value.getType()) &&
          !mapping.contains(value))
        mapping.map(value, scalar(value));
  });
  Operation *cloned = b.clone(from, mapping);
  SmallVector<Operation *> accesses;
  cloned->walk([&](Operation *inner) {
    if (isa<memref::LoadOp, memref::StoreOp, memref::DimOp,
            memref::ExtractStridedMetadataOp>(inner))
      accesses.push_back(inner);
  });
  for (Operation *access : accesses) {
    // What it gives is used here or, of the op itself, by what is cloned next.
    Operation *user = access == cloned ? &from : access;
    for (auto [i, value] : llvm::enumerate(replaceAccess(access, user)))
      if (access == cloned)
        mapping.map(from.getResult(i), value);
      else if (value)
        access->getResult(i).replaceAllUsesWith(value);
    access->erase();
  }
}

SmallVector<Value> KernelBuilder::replaceAccess(Operation *access,
                                                Operation *user) {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(access);
  if (auto store = dyn_cast<memref::StoreOp>(access)) {
    const Buffer &to = buffer(store.getMemRef());
    this->store(store.getValueToStore(), to, offsetOf(to, store.getIndices()));
    return {};
  }
  if (auto load = dyn_cast<memref::LoadOp>(access)) {
    const Buffer &from = buffer(load.getMemRef());
    return {this->load(from, offsetOf(from, load.getIndices()))};
  }
  // The sizes and strides of a buffer are known where the kernel is launched.
  if (auto dim = dyn_cast<memref::DimOp>(access))
    return {scalar(memref::DimOp::create(
        hostBuilder, dim.getLoc(), dim.getSource(), *dim.getConstantIndex()))};
  SmallVector<Value> values;
  Operation *known = hostBuilder.clone(*access);
  for (auto [value, used] :
       llvm::zip_equal(known->getResults(), user->getResults()))
    values.push_back(used.use_empty() ? Value() : scalar(value));
  return values;
}

bool KernelBuilder::isOfHost(Value value) const {
  return !op->isAncestor(value.getParentBlock()->getParentOp());
}

/// Says of the pointers what the analysis of aliases and the choice of
/// instructions need: nothing else is written than what is new here, and
/// nobody else has a name for that.
void KernelBuilder::markArguments() {
  bool distinct = llvm::all_of(buffers, [&](auto &entry) {
    Value storage = storageOf(entry.first);
    return !written.contains(entry.first) ||
           (isNew(storage) && llvm::count_if(buffers, [&](auto &other) {
                                return storageOf(other.first) == storage;
                              }) == 1);
  });
  for (auto &[host, made] : buffers) {
    unsigned number = cast<BlockArgument>(made.pointer).getArgNumber();
    if (distinct)
      kernel.setArgAttr(number, LLVM::LLVMDialect::getNoAliasAttrName(),
                        b.getUnitAttr());
    if (!written.contains(host))
      kernel.setArgAttr(number, LLVM::LLVMDialect::getReadonlyAttrName(),
                        b.getUnitAttr());
  }
}

void KernelBuilder::limitRegisters(int64_t blocks) {
  kernel->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(),
                  b.getI32IntegerAttr(int32_t(blocks)));
}

void KernelBuilder::launch(Value blocks, int64_t threads) {
  b.setInsertionPointToEnd(&kernel.getBody().front());
  gpu::ReturnOp::create(b);
  markArguments();
  kernel.setKnownBlockSizeAttr(
      b.getDenseI32ArrayAttr({int32_t(threads), 1, 1}));
  Location loc = op->getLoc();
  Value one = arith::ConstantIndexOp::create(hostBuilder, loc, 1);
  Value size = arith::ConstantIndexOp::create(hostBuilder, loc, threads);
  gpu::LaunchFuncOp::create(hostBuilder, loc, kernel,
                            gpu::KernelDim3{blocks, one, one},
                            gpu::KernelDim3{size, one, one},
                            /*dynamicSharedMemorySize=*/Value(), operands);
  op->erase();
}
