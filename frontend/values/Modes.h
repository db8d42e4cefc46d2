//===- Modes.h - The modes of a program -------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a call of PyTorch sets for all that follow: torch.set_grad_enabled,
// torch.set_default_dtype and their like. The modes are the attributes of one
// object of the heap, each a number, so that branches, loops and tasks join
// them as they join all attributes: there is no other code that names them.
// One that paths leave different is a number of the run.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_VALUES_MODES_H
#define TINE_FRONTEND_VALUES_MODES_H

#include "frontend/values/Heap.h"
#include "frontend/values/Object.h"

namespace tine::elaborate {

enum class Mode : uint8_t {
  Grad,         // whether operations record a graph
  Autocast,     // on the CPU
  AutocastF16,  // to float16, not bfloat16
  AutocastCuda, // on cuda devices
  AutocastCudaF16,
  Cuda,          // the number of the device that "cuda" means
  DefaultDevice, // of factories: the number of a cuda device, or one of below
  DefaultF64,    // floats that nothing else decides are float64, not float32
  // Of products of float32 on cuda devices: an Fp32Precision
  AllPrecision,
  MatmulPrecision,
  ConvPrecision,
  // torch.set_printoptions
  Precision,
  Threshold,
  EdgeItems,
  LineWidth,
  Scientific, // -1 where it is not given
};
/// What DefaultDevice is besides: the CPU, and the device that "cuda" means.
inline constexpr int64_t hostByDefault = -1, currentCuda = -2;
inline constexpr Mode allModes[] = {Mode::Grad,
                                    Mode::Autocast,
                                    Mode::AutocastF16,
                                    Mode::AutocastCuda,
                                    Mode::AutocastCudaF16,
                                    Mode::Cuda,
                                    Mode::DefaultDevice,
                                    Mode::DefaultF64,
                                    Mode::AllPrecision,
                                    Mode::MatmulPrecision,
                                    Mode::ConvPrecision,
                                    Mode::Precision,
                                    Mode::Threshold,
                                    Mode::EdgeItems,
                                    Mode::LineWidth,
                                    Mode::Scientific};
inline constexpr Mode printModes[] = {Mode::Precision, Mode::Threshold,
                                      Mode::EdgeItems, Mode::LineWidth,
                                      Mode::Scientific};

/// The number of the object, the first one of every heap.
inline constexpr unsigned modesObject = 1;

/// The object of a program that begins.
Object makeModes();
/// The attribute that has the mode.
llvm::StringRef nameOf(Mode mode);
/// What a message says of a mode that must be known at compile time and is not.
std::string unknownMode(Mode mode);

const Value &getMode(const Heap &heap, Mode mode);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_VALUES_MODES_H
