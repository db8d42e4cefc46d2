//===- ObjectEmitter.h - LLVM dialect to object file ------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Translates a module of the llvm and omp dialects to LLVM IR, optimises it and
// writes it as LLVM IR, assembly or an object file, all in process.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_CODEGEN_OBJECTEMITTER_H
#define TINE_CODEGEN_OBJECTEMITTER_H

#include "codegen/Target.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "llvm/IR/Module.h"

namespace tine {

enum class Sanitizer { None, Address, Thread };

class ObjectEmitter {
public:
  struct Options {
    bool debugInfo = false;
    Sanitizer sanitizer = Sanitizer::None;
    /// Of a program that is compiled for several processors: the number of this
    /// one, and whether another one follows.
    unsigned copy = 0;
    bool hasNext = false;
  };

  ObjectEmitter(const Target &target, const Options &options)
      : target(target), options(options) {}

  /// Adds what translation needs to the registry of the context.
  static void registerTranslations(mlir::DialectRegistry &registry);

  /// Null, with diagnostics on the module's context, when an operation has no
  /// translation or the result is not valid.
  std::unique_ptr<llvm::Module> translate(mlir::ModuleOp module,
                                          llvm::LLVMContext &context) const;

  /// LLVM's pipeline for the target's optimisation level has two halves: what
  /// makes code simple, across functions, and what makes loops fast, one by
  /// one, which the parts of a program go through by themselves.
  void simplify(llvm::Module &module) const;
  void optimize(llvm::Module &module) const;

  /// Writes assembly or an object file; the module is consumed by it.
  llvm::Error emit(llvm::Module &module, llvm::CodeGenFileType type,
                   llvm::raw_pwrite_stream &os) const;

  using Object = llvm::SmallVector<char, 0>;
  /// Object files that are linked together, made of a simplified module by
  /// several threads where it is large; it is consumed by it. How many there
  /// are depends on the module only.
  llvm::Expected<std::vector<Object>> emitParts(llvm::Module &module) const;

private:
  void numberCopy(llvm::Module &module) const;
  void setAttributes(llvm::Module &module) const;

  const Target &target;
  Options options;
};

} // namespace tine

#endif // TINE_CODEGEN_OBJECTEMITTER_H
