//===- Tf32.h - Which products of float32 may be inexact --------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a program sets in torch.backends: whether the factors of products on
// GPUs are rounded to TF32, which has the exponents of float32 and 10 bits of
// its mantissas. Modes keep the settings (Modes.h). Whoever makes a product
// notes it; a kind of product whose setting allows it at every one of them is
// listed in the attribute of the module, for derivatives and optimizations make
// others of them.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SERVICES_TF32_H
#define TINE_FRONTEND_SERVICES_TF32_H

#include "frontend/services/Context.h"
#include "frontend/syntax/AST.h"
#include "frontend/values/Modes.h"
#include "mlir/IR/BuiltinTypes.h"

namespace tine::elaborate {

class Context;

/// What a mode of precision is: text as PyTorch has it, or nothing set yet.
/// `Medium` is that of set_float32_matmul_precision.
enum class Fp32Precision : uint8_t { Unset, None, Ieee, Tf32, Medium };

class Tf32Products {
public:
  /// A product of this type is made, which the mode is for.
  void note(const Context &e, Mode mode, mlir::RankedTensorType type);
  /// The kinds, as the attribute has them.
  llvm::SmallVector<llvm::StringRef> allowed() const;

private:
  struct Kind {
    bool isUsed = false, isExact = false;
  };
  Kind matmul, conv;
};

/// The beginning of the names of modules of settings.
inline constexpr llvm::StringLiteral backends = "torch.backends";

/// `module.name = value` of one of these modules; false after an error.
bool setBackend(Context &e, llvm::StringRef module, llvm::StringRef name,
                const Value &value, ast::Range range);
/// The value of such a setting; null, without an error, if it is not one of
/// precision.
Value backendSetting(Context &e, llvm::StringRef module, llvm::StringRef name,
                     ast::Range range);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SERVICES_TF32_H
