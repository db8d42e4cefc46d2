//===- Modes.cpp - The modes of a program ---------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table of the modes: what each starts with, and its name in messages.
//
//===----------------------------------------------------------------------===//

#include "frontend/values/Modes.h"

using llvm::StringLiteral;
using llvm::StringRef;

namespace tine::elaborate {

namespace {

struct ModeInfo {
  StringLiteral name;
  Value initial;
  StringLiteral is, remedy; // in a message
};

} // namespace

static const ModeInfo &infoOf(Mode mode) {
  static constexpr StringLiteral printing = "what the print options are",
                                 products = "how exact products are",
                                 both = "set it on every path";
  static const ModeInfo table[] = {
      {"grad", makeBool(true), "whether operations are recorded for gradients",
       "set the mode on both paths, or use 'with torch.no_grad():'"},
      {"autocast", makeBool(false), "whether autocast is enabled",
       "use 'with torch.autocast(...):'"},
      {"autocast_f16", makeBool(false), "the dtype of autocast", both},
      {"autocast_cuda", makeBool(false), "whether autocast is enabled",
       "use 'with torch.autocast(...):'"},
      {"autocast_cuda_f16", makeBool(true), "the dtype of autocast", both},
      {"cuda", makeInt(0), "which device 'cuda' is",
       "give its number, or call set_device on both"},
      {"default_device", makeInt(hostByDefault), "what the default device is",
       both},
      {"default_f64", makeBool(false), "the default dtype", both},
      {"all_precision", makeInt(0), products, both},
      {"matmul_precision", makeInt(0), products, both},
      {"conv_precision", makeInt(0), products, both},
      {"precision", makeInt(4), printing, both},
      {"threshold", makeInt(1000), printing, both},
      {"edgeitems", makeInt(3), printing, both},
      {"linewidth", makeInt(80), printing, both},
      {"sci_mode", makeInt(-1), printing, both}};
  static_assert(std::size(table) == std::size(allModes));
  return table[static_cast<size_t>(mode)];
}

Object makeModes() {
  Object modes{Object::Kind::Modes};
  for (Mode mode : allModes)
    modes.attributes[nameOf(mode).str()] = infoOf(mode).initial;
  return modes;
}

StringRef nameOf(Mode mode) { return infoOf(mode).name; }

std::string unknownMode(Mode mode) {
  const ModeInfo &info = infoOf(mode);
  return (info.is + " depends on the path that data takes; " + info.remedy)
      .str();
}

const Value &getMode(const Heap &heap, Mode mode) {
  return heap[modesObject]->attributes.find(nameOf(mode).str())->second;
}

} // namespace tine::elaborate
