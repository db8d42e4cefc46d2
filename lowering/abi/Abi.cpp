//===- Abi.cpp - Calls of the runtime from LLVM IR ------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls, static data and slots of the runtime's contract.
//
//===----------------------------------------------------------------------===//

#include "lowering/abi/Abi.h"
#include "dialects/tine/ModuleLocations.h"
#include "dialects/tine/Tine.h"
#include "lowering/abi/Where.h"
#include "lowering/support/Targets.h"
#include "tine/abi.h"

using namespace mlir;
using namespace tine;

uint64_t tine::getCountedMask(llvm::ArrayRef<Type> leaves) {
  uint64_t mask = 0;
  for (auto [i, leaf] : llvm::enumerate(leaves))
    if (isCounted(leaf) && i < 64)
      mask |= uint64_t(1) << i;
  return mask;
}

Type tine::getLeafType(Type leaf) {
  if (isCounted(leaf))
    return LLVM::LLVMPointerType::get(leaf.getContext());
  if (leaf.isIndex())
    return IntegerType::get(leaf.getContext(), 64);
  return leaf;
}

AbiBuilder::AbiBuilder(ModuleOp module)
    : module(module), symbols(module),
      pointerType(LLVM::LLVMPointerType::get(module.getContext())) {}

std::string tine::inMemoryOf(Operation *op, llvm::StringRef name) {
  return issuesWork(op) ? (targetOf(op) + "_" + name).str() : name.str();
}

LLVM::CallOp AbiBuilder::call(OpBuilder &builder, Location loc,
                              llvm::StringRef name, Type result,
                              ValueRange arguments) {
  std::string symbol = ("tine_abi_" + name).str();
  auto function = symbols.lookup<LLVM::LLVMFuncOp>(symbol);
  if (!function) {
    SmallVector<Type> inputs(arguments.getTypes());
    Type output = result ? result : LLVM::LLVMVoidType::get(loc.getContext());
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    function =
        LLVM::LLVMFuncOp::create(builder, module.getLoc(), symbol,
                                 LLVM::LLVMFunctionType::get(output, inputs));
    if (name.starts_with("raise"))
      function.setPassthroughAttr(
          builder.getStrArrayAttr({"noreturn", "cold"}));
    if (name.starts_with("trace_")) {
      // What a program keeps in registers around a nest stays there.
      using LLVM::ModRefInfo;
      function.setPassthroughAttr(
          builder.getStrArrayAttr({"nounwind", "willreturn"}));
      function.setMemoryEffectsAttr(LLVM::MemoryEffectsAttr::get(
          loc.getContext(),
          {/*other=*/ModRefInfo::NoModRef, /*argMem=*/ModRefInfo::Ref,
           /*inaccessibleMem=*/ModRefInfo::ModRef,
           /*errnoMem=*/ModRefInfo::NoModRef,
           /*targetMem0=*/ModRefInfo::NoModRef,
           /*targetMem1=*/ModRefInfo::NoModRef}));
    }
    symbols.insert(function);
  }
  return LLVM::CallOp::create(builder, loc, function, arguments);
}

LLVM::GlobalOp AbiBuilder::global(llvm::StringRef prefix, Type type,
                                  Attribute value, bool constant) {
  auto builder = OpBuilder::atBlockBegin(module.getBody());
  auto global = LLVM::GlobalOp::create(builder, module.getLoc(), type, constant,
                                       LLVM::Linkage::Internal, prefix, value);
  symbols.insert(global);
  return global;
}

Value AbiBuilder::address(OpBuilder &builder, Location loc,
                          LLVM::GlobalOp global) {
  return LLVM::AddressOfOp::create(builder, loc, global);
}

Value AbiBuilder::text(OpBuilder &builder, Location loc, llvm::StringRef text) {
  LLVM::GlobalOp &made = texts[text];
  if (!made) {
    std::string bytes = text.str() + '\0';
    auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), bytes.size());
    made = global("tine.text", type, builder.getStringAttr(bytes), true);
    made.setUnnamedAddr(LLVM::UnnamedAddr::Global);
  }
  return address(builder, loc, made);
}

Value AbiBuilder::string(OpBuilder &builder, Location loc,
                         llvm::StringRef text) {
  LLVM::GlobalOp &made = strings[text];
  if (!made) {
    // tine_string: head {count, kind, dtype, rank}, length, data and a NUL.
    std::string bytes = text.str();
    bytes.resize(std::max<size_t>(8, text.size() + 1), '\0');
    auto data = LLVM::LLVMArrayType::get(builder.getI8Type(), bytes.size());
    auto type = LLVM::LLVMStructType::getLiteral(
        builder.getContext(),
        {builder.getI64Type(), builder.getI64Type(), data});
    // The head as one little-endian number.
    uint64_t head = uint64_t(TINE_KIND_STRING) << 32 | TINE_IMMORTAL;
    made = global("tine.string", type,
                  builder.getArrayAttr({builder.getI64IntegerAttr(head),
                                        builder.getI64IntegerAttr(text.size()),
                                        builder.getStringAttr(bytes)}),
                  // Not constant: a release reads the count with an atomic
                  // operation that some targets make a write.
                  false);
  }
  return address(builder, loc, made);
}

Value AbiBuilder::emptyTensor(OpBuilder &builder, Location loc,
                              RankedTensorType type) {
  LLVM::GlobalOp &made = tensors[type];
  if (!made) {
    uint64_t head = uint64_t(type.getRank()) << 56 |
                    uint64_t(uint8_t(getDtype(type.getElementType()))) << 48 |
                    uint64_t(TINE_KIND_TENSOR) << 32 | TINE_IMMORTAL;
    SmallVector<int64_t> sizes;
    for (int64_t size : type.getShape())
      sizes.push_back(ShapedType::isDynamic(size) ? 0 : size);
    sizes.resize(TINE_MAX_RANK);
    auto sizesType =
        LLVM::LLVMArrayType::get(builder.getI64Type(), sizes.size());
    auto tensor = LLVM::LLVMStructType::getLiteral(
        builder.getContext(), {builder.getI64Type(), pointer(), sizesType});
    made = global("tine.absent", tensor, Attribute(), false);
    made.setAlignment(64);
    OpBuilder::InsertionGuard guard(builder);
    builder.createBlock(&made.getInitializerRegion());
    Value fields[] = {
        i64(builder, loc, int64_t(head)),
        offset(builder, loc, address(builder, loc, made), sizeof(tine_tensor)),
        LLVM::ConstantOp::create(builder, loc, sizesType,
                                 builder.getI64TensorAttr(sizes))};
    Value value = LLVM::UndefOp::create(builder, loc, tensor);
    for (auto [i, field] : llvm::enumerate(fields))
      value = LLVM::InsertValueOp::create(builder, loc, value, field, i);
    LLVM::ReturnOp::create(builder, loc, value);
  }
  return address(builder, loc, made);
}

Value AbiBuilder::flag(OpBuilder &builder, Location loc) {
  return address(builder, loc,
                 global("tine.flag", builder.getI32Type(),
                        builder.getI32IntegerAttr(0), false));
}

Value AbiBuilder::variable(OpBuilder &builder, Location loc,
                           llvm::StringRef name) {
  std::string symbol = ("tine_abi_" + name).str();
  auto made = symbols.lookup<LLVM::GlobalOp>(symbol);
  if (!made) {
    auto top = OpBuilder::atBlockBegin(module.getBody());
    made = LLVM::GlobalOp::create(top, module.getLoc(), top.getI32Type(),
                                  /*isConstant=*/false, LLVM::Linkage::External,
                                  symbol, Attribute());
    symbols.insert(made);
  }
  return address(builder, loc, made);
}

Value AbiBuilder::record(OpBuilder &builder, Location loc,
                         ArrayRef<llvm::StringRef> parts,
                         ArrayRef<int64_t> numbers) {
  SmallVector<Type> types(parts.size(), pointer());
  types.append(numbers.size(), builder.getI64Type());
  auto type = LLVM::LLVMStructType::getLiteral(builder.getContext(), types);
  LLVM::GlobalOp made = global("tine.record", type, Attribute(), true);
  OpBuilder b(builder.getContext());
  b.createBlock(&made.getInitializerRegion());
  Value value = LLVM::UndefOp::create(b, loc, type);
  int64_t field = 0;
  auto add = [&](Value part) {
    value = LLVM::InsertValueOp::create(b, loc, value, part, field++);
  };
  for (llvm::StringRef part : parts)
    add(text(b, loc, part));
  for (int64_t number : numbers)
    add(i64(b, loc, number));
  LLVM::ReturnOp::create(b, loc, value);
  return address(builder, loc, made);
}

Value AbiBuilder::where(OpBuilder &builder, Operation *op) {
  return text(builder, op->getLoc(), describeWhere(op));
}

Value AbiBuilder::whereOfTask(OpBuilder &builder, Operation *op) {
  std::string module = describeModule(op->getLoc());
  // What a device does in a task is of several modules, whose paths go on from
  // the task's.
  if (isa<EnqueueOp>(op) && llvm::StringRef(module).starts_with("."))
    module.erase(1, std::min(module.find(' '), module.size()) - 1);
  return text(builder, op->getLoc(), describeWhere(op) + '\0' + module);
}

Value AbiBuilder::i32(OpBuilder &builder, Location loc, int64_t value) {
  return LLVM::ConstantOp::create(builder, loc, builder.getI32Type(),
                                  builder.getI32IntegerAttr(value));
}

Value AbiBuilder::i64(OpBuilder &builder, Location loc, int64_t value) {
  return LLVM::ConstantOp::create(builder, loc, builder.getI64Type(),
                                  builder.getI64IntegerAttr(value));
}

Value AbiBuilder::offset(OpBuilder &builder, Location loc, Value pointer,
                         int64_t bytes) {
  if (bytes == 0)
    return pointer;
  return LLVM::GEPOp::create(builder, loc, pointerType, builder.getI8Type(),
                             pointer, LLVM::GEPArg(int32_t(bytes)));
}

void AbiBuilder::storeSlot(OpBuilder &builder, Location loc, Value slots,
                           int64_t index, Value value) {
  // A pointer stored as such keeps its provenance.
  if (!isa<LLVM::LLVMPointerType>(value.getType()))
    value = toSlot(builder, loc, value);
  LLVM::StoreOp::create(builder, loc, value,
                        offset(builder, loc, slots, 8 * index), 8);
}

Value AbiBuilder::loadSlot(OpBuilder &builder, Location loc, Value slots,
                           int64_t index, Type type) {
  Value address = offset(builder, loc, slots, 8 * index);
  if (isa<LLVM::LLVMPointerType>(type))
    return LLVM::LoadOp::create(builder, loc, type, address, 8);
  Value slot =
      LLVM::LoadOp::create(builder, loc, builder.getI64Type(), address, 8);
  return fromSlot(builder, loc, slot, type);
}

Value AbiBuilder::toSlot(OpBuilder &builder, Location loc, Value value) {
  Type type = value.getType(), slot = builder.getI64Type();
  if (type == slot)
    return value;
  if (isa<LLVM::LLVMPointerType>(type))
    return LLVM::PtrToIntOp::create(builder, loc, slot, value);
  unsigned bits = type.getIntOrFloatBitWidth();
  if (isa<FloatType>(type))
    value = LLVM::BitcastOp::create(builder, loc, builder.getIntegerType(bits),
                                    value);
  if (bits == 64)
    return value;
  return LLVM::ZExtOp::create(builder, loc, slot, value);
}

Value AbiBuilder::fromSlot(OpBuilder &builder, Location loc, Value slot,
                           Type type) {
  if (type == slot.getType())
    return slot;
  if (isa<LLVM::LLVMPointerType>(type))
    return LLVM::IntToPtrOp::create(builder, loc, type, slot);
  unsigned bits = type.getIntOrFloatBitWidth();
  if (bits != 64)
    slot =
        LLVM::TruncOp::create(builder, loc, builder.getIntegerType(bits), slot);
  if (isa<FloatType>(type))
    slot = LLVM::BitcastOp::create(builder, loc, type, slot);
  return slot;
}

Value AbiBuilder::stackSlots(OpBuilder &builder, Location loc, int64_t count) {
  OpBuilder::InsertionGuard guard(builder);
  Operation *op = builder.getInsertionBlock()->getParentOp();
  while (!op->hasTrait<OpTrait::AutomaticAllocationScope>())
    op = op->getParentOp();
  // The entry block runs once, so a loop does not grow the stack.
  builder.setInsertionPointToStart(&op->getRegion(0).front());
  return LLVM::AllocaOp::create(builder, loc, pointerType, builder.getI64Type(),
                                i64(builder, loc, count), 8);
}
