//===- Stages.h - What tinec can stop after ---------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The stages of a compilation that --emit names, in order.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_TOOLS_TINEC_STAGES_H
#define TINE_TOOLS_TINEC_STAGES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace tine {

enum class Stage {
  AST,
  Import,
  Differentiate,
  Place,
  Tensor,
  Buffer,
  Target,
  LLVMDialect,
  LLVM,
  Asm,
  Obj,
  Exe,
  Graph, ///< not on the way: drawn behind Place
  Gpu,   ///< not on the way: of Target
  Ptx,   ///< not on the way: made of LLVMDialect
};

struct StageInfo {
  Stage stage;
  llvm::StringLiteral name;      ///< as in --emit=NAME
  llvm::StringLiteral extension; ///< of its files, "" for an executable
  llvm::StringLiteral sentence;  ///< for --help
};

/// Every stage, in order.
llvm::ArrayRef<StageInfo> getStages();
const StageInfo &getStage(Stage stage);

} // namespace tine

#endif // TINE_TOOLS_TINEC_STAGES_H
