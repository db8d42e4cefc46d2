//===- Weights.h - Weights inside of an executable --------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `tinec --weights FILE`: the elements of the file become an object file of one
// section, at the speed of the disk and not through LLVM IR. Its symbol
// `tine_weights` is a table with, for each parameter, where its elements are in
// the section, and the elements, each tensor's on 64 bytes.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_CODEGEN_WEIGHTS_H
#define TINE_CODEGEN_WEIGHTS_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace tine {

class Weights {
public:
  /// Opens a file (.safetensors or .pth) and compares it with the module's
  /// attribute `tine.parameters`.
  static llvm::Expected<std::unique_ptr<Weights>> open(mlir::ModuleOp module,
                                                       llvm::StringRef path);
  ~Weights();

  /// Writes the object file.
  llvm::Error write(llvm::raw_ostream &os) const;

private:
  struct Content;
  explicit Weights(std::unique_ptr<Content> content);

  std::unique_ptr<Content> content;
};

} // namespace tine

#endif // TINE_CODEGEN_WEIGHTS_H
