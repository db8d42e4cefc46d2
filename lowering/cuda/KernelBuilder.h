//===- KernelBuilder.h - A kernel and its launch ----------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds a `gpu.func` in the module of kernels and, in place of an operation of
// a function that issues work, its launch. Kernels address memory by pointers
// and not by memrefs: an argument is a word for each buffer, and loads are as
// wide as the kernel says. An `index` of a kernel has 32 bits: no tensor of a
// GPU has more elements.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_CUDA_KERNELBUILDER_H
#define TINE_LOWERING_CUDA_KERNELBUILDER_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/MapVector.h"
#include <limits>

namespace tine::cuda {

/// The number of a kernel in the module of kernels, which launches name.
constexpr llvm::StringLiteral numberAttribute = "tine.kernel";

/// The trace of the place in the program that a kernel was made for first.
constexpr llvm::StringLiteral whereAttribute = "tine.where";
/// And what it computes, as "mul+relu".
constexpr llvm::StringLiteral computesAttribute = "tine.computes";

/// The threads of a block of a kernel in which each thread works alone.
constexpr int64_t plainBlock = 256;

/// The address space of the memory of a GPU.
constexpr unsigned globalSpace = 1;

/// Kernels count elements and steps in 32 bits. The last one that a thread
/// looks at may be a block, or what it loads at once, behind the end.
constexpr int64_t mostElements = (int64_t(1) << 31) - (1 << 14);

/// Makes kernels with names of their own, in a module that is there from the
/// first set on.
class KernelSet {
public:
  /// Names begin with `prefix`.
  KernelSet(mlir::ModuleOp module, llvm::StringRef prefix);
  mlir::gpu::GPUFuncOp add(mlir::Location loc);

private:
  mlir::gpu::GPUModuleOp kernels;
  llvm::StringRef prefix;
  unsigned count = 0;
};

/// The bytes of an element in memory: 1 for i1, 8 for index.
int64_t storedBytes(mlir::Type element);

/// The address of a buffer's first element, on the host, as the integer type
/// index.
mlir::Value addressOf(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value buffer);

/// The value that the buffer is a view of.
mlir::Value rootOf(mlir::Value buffer);
/// What the buffer is a part of: buffers of one box are the same.
mlir::Value storageOf(mlir::Value buffer);

/// Whether the allocation that the root is has no other name.
bool isNew(mlir::Value root);

/// Whether work that stands in front of the op can as well be issued behind it:
/// the op touches no elements of tensors, and waits for nothing but what the
/// job was given.
bool staysInFront(mlir::Operation *op);
/// Whether the op gives memory back, which has to stay behind its users.
bool frees(mlir::Operation *op);

class KernelBuilder {
public:
  /// A kernel that takes the place of `op`. It is built at the end of the
  /// kernel's one block by `b`.
  KernelBuilder(mlir::Operation *op, KernelSet &kernels);

  /// A value of the host in the kernel, as an argument or, of a constant, a
  /// copy. Not for buffers.
  mlir::Value scalar(mlir::Value host);
  mlir::Value scalar(mlir::OpFoldResult host);
  /// From now on constants of type index that are greater, strides among them,
  /// are arguments, so that equal kernels of other sizes are one.
  void passConstantsAbove(int64_t most) { mostConstant = most; }

  /// A buffer of the host in the kernel.
  struct Buffer {
    mlir::Value pointer;
    mlir::Type element;
    llvm::SmallVector<mlir::Value> strides;
  };
  const Buffer &buffer(mlir::Value host);

  /// The address of the element at an offset.
  mlir::Value addressIn(const Buffer &buffer, mlir::Value offset);
  /// `sum(indices * strides)`
  mlir::Value offsetOf(const Buffer &buffer, mlir::ValueRange indices);
  /// Loads and stores `width` elements from an offset on, as they are in
  /// memory if there are several.
  mlir::Value load(const Buffer &buffer, mlir::Value offset, int64_t width = 1);
  void store(mlir::Value value, const Buffer &buffer, mlir::Value offset,
             int64_t width = 1);
  /// An element as it is in memory (i8 of i1, i64 of index), and back.
  mlir::Value fromStored(mlir::Value value, mlir::Type element);
  mlir::Value toStored(mlir::Value value);

  /// A buffer that the threads of a block share, of elements as they are in
  /// memory.
  mlir::Value sharedMemory(int64_t size, mlir::Type element);

  mlir::Value index(int64_t value);
  mlir::Value add(mlir::Value x, mlir::Value y);
  mlir::Value mul(mlir::Value x, mlir::Value y);
  /// The number of the thread in the grid.
  mlir::Value thread();
  /// The coordinates of an element, by its number in row-major order, in a
  /// shape of these sizes. The first size is not looked at.
  llvm::SmallVector<mlir::Value>
  split(mlir::Value number, llvm::ArrayRef<mlir::OpFoldResult> sizes);

  /// Clones `op` into the kernel. Values of the host that it uses become
  /// scalars, as do sizes and strides of the host's buffers; loads and stores
  /// of these become accesses of the kernel.
  void clone(mlir::Operation &op, mlir::IRMapping &mapping);

  /// A multiprocessor shall have room for so many blocks.
  void limitRegisters(int64_t blocks);
  /// Ends the kernel and launches it, with so many blocks, in place of the op,
  /// whose results must have no uses.
  void launch(mlir::Value blocks, int64_t threads);
  /// For the launch's own arithmetic.
  mlir::OpBuilder &host() { return hostBuilder; }

  mlir::ImplicitLocOpBuilder b;

private:
  mlir::Value argument(mlir::Type type, mlir::Value host);
  /// What the kernel does in place of an access of a buffer of the host, and
  /// what stands for its results, null where those of `user` have no uses. The
  /// access stays.
  llvm::SmallVector<mlir::Value> replaceAccess(mlir::Operation *access,
                                               mlir::Operation *user);
  bool isOfHost(mlir::Value value) const;
  bool isCopied(mlir::Value host) const;
  void markArguments();

  mlir::Operation *op;
  mlir::gpu::GPUFuncOp kernel;
  mlir::OpBuilder hostBuilder;
  llvm::DenseMap<mlir::Value, mlir::Value> scalars;
  llvm::MapVector<mlir::Value, Buffer> buffers;
  llvm::SmallVector<mlir::Value> operands;
  llvm::SmallPtrSet<mlir::Value, 4> written;
  int64_t mostConstant = std::numeric_limits<int64_t>::max();
};

} // namespace tine::cuda

#endif // TINE_LOWERING_CUDA_KERNELBUILDER_H
