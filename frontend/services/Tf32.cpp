//===- Tf32.cpp - Which products of float32 may be inexact ----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A setting that was never set is that of all: exact for matrices, as PyTorch
// has it, and TF32 for convolutions. What paths leave different is exact.
//
//===----------------------------------------------------------------------===//

#include "dialects/tine/Tf32.h"
#include "frontend/services/Objects.h"
#include "frontend/services/Tf32.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// The mode's value; nothing where only the run knows.
static std::optional<Fp32Precision> precisionOf(const Context &e, Mode mode) {
  const Value &value = e.objects.mode(mode);
  if (!value.isConst())
    return std::nullopt;
  return Fp32Precision(value.integer);
}

/// What counts for products of the kind.
static std::optional<Fp32Precision> effective(const Context &e, Mode mode) {
  std::optional<Fp32Precision> own = precisionOf(e, mode);
  if (own > Fp32Precision::None || mode == Mode::AllPrecision)
    return own;
  std::optional<Fp32Precision> all = precisionOf(e, Mode::AllPrecision);
  if (!own || !all)
    return std::nullopt;
  if (all > Fp32Precision::None)
    return all;
  return own == Fp32Precision::Unset && mode == Mode::ConvPrecision
             ? Fp32Precision::Tf32
             : Fp32Precision::None;
}

static bool allowsTf32(std::optional<Fp32Precision> precision) {
  return precision == Fp32Precision::Tf32 || precision == Fp32Precision::Medium;
}

void Tf32Products::note(const Context &e, Mode mode, RankedTensorType type) {
  if (!deviceOf(type) || !type.getElementType().isF32())
    return;
  Kind &kind = mode == Mode::ConvPrecision ? conv : matmul;
  kind.isUsed = true;
  if (!allowsTf32(effective(e, mode)))
    kind.isExact = true;
}

SmallVector<StringRef> Tf32Products::allowed() const {
  SmallVector<StringRef> kinds;
  if (matmul.isUsed && !matmul.isExact)
    kinds.push_back(tf32Matmul);
  if (conv.isUsed && !conv.isExact)
    kinds.push_back(tf32Conv);
  return kinds;
}

/// The mode that a setting of the module is.
static std::optional<Mode> modeOf(StringRef module) {
  return llvm::StringSwitch<std::optional<Mode>>(module)
      .Cases({"torch.backends", "torch.backends.cudnn"}, Mode::AllPrecision)
      .Case("torch.backends.cuda.matmul", Mode::MatmulPrecision)
      .Case("torch.backends.cudnn.conv", Mode::ConvPrecision)
      .Default(std::nullopt);
}

/// The mode of `module.allow_tf32`.
static std::optional<Mode> flagOf(StringRef module) {
  return module == "torch.backends.cudnn" ? Mode::ConvPrecision
                                          : modeOf(module);
}

static void set(Context &e, Mode mode, Fp32Precision precision) {
  e.objects.exchangeMode(mode, makeInt(int64_t(precision)));
}

bool setBackend(Context &e, StringRef module, StringRef name,
                const Value &value, ast::Range range) {
  std::optional<Mode> flag = flagOf(module), mode = modeOf(module);
  auto isKnown = [&](Kind kind) {
    if (value.is(kind) && value.isConst())
      return true;
    e.error(range, "'" + name + "' must be " +
                       (kind == Kind::Bool ? "True or False" : "a str") +
                       ", known at compile time");
    return false;
  };
  if (name == "allow_tf32" && flag) {
    if (!isKnown(Kind::Bool))
      return false;
    set(e, *flag,
        value.integer                    ? Fp32Precision::Tf32
        : *flag == Mode::MatmulPrecision ? Fp32Precision::Ieee
                                         : Fp32Precision::None);
  } else if (name == "fp32_precision" && mode) {
    if (!isKnown(Kind::Str))
      return false;
    auto precision =
        llvm::StringSwitch<std::optional<Fp32Precision>>(value.text)
            .Case("none", Fp32Precision::None)
            .Case("bf16", module == backends
                              ? std::optional(Fp32Precision::None)
                              : std::nullopt) // of CPUs
            .Case("ieee", Fp32Precision::Ieee)
            .Case("tf32", Fp32Precision::Tf32)
            .Default(std::nullopt);
    if (!precision) {
      e.fault("RuntimeError", range,
              value.text == "bf16"
                  ? "backend 'cuda' does not support precision 'bf16'"
                  : "Unknown precision: " + Twine(value.text));
      return false;
    }
    set(e, *mode, *precision);
  }
  return true;
}

Value backendSetting(Context &e, StringRef module, StringRef name,
                     ast::Range range) {
  if (!module.starts_with(backends))
    return {};
  bool isFlag = name == "allow_tf32";
  std::optional<Mode> mode = isFlag                     ? flagOf(module)
                             : name == "fp32_precision" ? modeOf(module)
                                                        : std::nullopt;
  if (!mode)
    return {};
  std::optional<Fp32Precision> precision = effective(e, *mode);
  if (!precision)
    return e.error(range, unknownMode(*mode));
  if (isFlag)
    return makeBool(allowsTf32(precision));
  return makeStr(allowsTf32(precision)              ? "tf32"
                 : precision == Fp32Precision::Ieee ? "ieee"
                                                    : "none");
}

} // namespace tine::elaborate
