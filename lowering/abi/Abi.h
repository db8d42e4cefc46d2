//===- Abi.h - Calls of the runtime from LLVM IR ----------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds calls of `tine_abi_*`, static data and accesses to slots, as abi.h
// lays them down.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_ABI_ABI_H
#define TINE_LOWERING_ABI_ABI_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringMap.h"

namespace tine {

/// The mask of abi.h: which of the leaves are pointers to counted objects. Only
/// the first 64 slots can be.
uint64_t getCountedMask(llvm::ArrayRef<mlir::Type> leaves);

/// The type of a leaf in LLVM IR: a pointer for a counted object, i64 for
/// index.
mlir::Type getLeafType(mlir::Type leaf);

/// Of a function of the runtime that works on memory, the variant for the
/// device of the function around `op`: alloc, cuda_alloc.
std::string inMemoryOf(mlir::Operation *op, llvm::StringRef name);

/// One for each pass: makes every function and constant once. Operations are
/// built by the builder that each call gets.
class AbiBuilder {
public:
  explicit AbiBuilder(mlir::ModuleOp module);

  /// Calls the runtime function `tine_abi_NAME`, declared by its first call.
  mlir::LLVM::CallOp call(mlir::OpBuilder &builder, mlir::Location loc,
                          llvm::StringRef name, mlir::Type result,
                          mlir::ValueRange arguments);

  /// A NUL-terminated constant.
  mlir::Value text(mlir::OpBuilder &builder, mlir::Location loc,
                   llvm::StringRef text);
  /// An immortal `tine_string`.
  mlir::Value string(mlir::OpBuilder &builder, mlir::Location loc,
                     llvm::StringRef text);
  /// An immortal `tine_tensor` without elements, of the type's rank and static
  /// sizes; dynamic ones are 0.
  mlir::Value emptyTensor(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::RankedTensorType type);
  /// A static int of 4 bytes, 0 at first.
  mlir::Value flag(mlir::OpBuilder &builder, mlir::Location loc);
  /// The address of a variable of the runtime, an int of 4 bytes.
  mlir::Value variable(mlir::OpBuilder &builder, mlir::Location loc,
                       llvm::StringRef name);
  /// A constant struct of pointers and numbers of 8 bytes.
  mlir::Value record(mlir::OpBuilder &builder, mlir::Location loc,
                     llvm::ArrayRef<llvm::StringRef> texts,
                     llvm::ArrayRef<int64_t> numbers);
  /// The trace of `op`.
  mlir::Value where(mlir::OpBuilder &builder, mlir::Operation *op);
  /// The same of a fork, with its module behind it.
  mlir::Value whereOfTask(mlir::OpBuilder &builder, mlir::Operation *op);

  mlir::Value i32(mlir::OpBuilder &builder, mlir::Location loc, int64_t value);
  mlir::Value i64(mlir::OpBuilder &builder, mlir::Location loc, int64_t value);

  /// `pointer` + `bytes`.
  mlir::Value offset(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value pointer, int64_t bytes);
  /// Stores an LLVM value into slot `index` of `slots`.
  void storeSlot(mlir::OpBuilder &builder, mlir::Location loc,
                 mlir::Value slots, int64_t index, mlir::Value value);
  /// Loads slot `index` as a value of the LLVM type `type`.
  mlir::Value loadSlot(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value slots, int64_t index, mlir::Type type);
  /// The value as the 64 bits of a slot, and back.
  mlir::Value toSlot(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value value);
  mlir::Value fromSlot(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value slot, mlir::Type type);
  /// Space for `count` slots on the stack of the function around.
  mlir::Value stackSlots(mlir::OpBuilder &builder, mlir::Location loc,
                         int64_t count);

  mlir::LLVM::LLVMPointerType pointer() const { return pointerType; }

private:
  mlir::LLVM::GlobalOp global(llvm::StringRef prefix, mlir::Type type,
                              mlir::Attribute value, bool constant);
  mlir::Value address(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::LLVM::GlobalOp global);

  mlir::ModuleOp module;
  mlir::SymbolTable symbols;
  mlir::LLVM::LLVMPointerType pointerType;
  llvm::StringMap<mlir::LLVM::GlobalOp> texts;
  llvm::StringMap<mlir::LLVM::GlobalOp> strings;
  llvm::DenseMap<mlir::Type, mlir::LLVM::GlobalOp> tensors;
};

} // namespace tine

#endif // TINE_LOWERING_ABI_ABI_H
