//===- Operations.cpp - Which function an instruction has -----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operations.h"

using namespace simulated;

static void nothing(const Instruction &, Block &) {}
static void trap(const Instruction &i, Block &block) {
  block.problem("a trap", i);
}

/// What moves threads does nothing else.
static Execute chooseControl(Instruction &i) {
  static const std::map<std::string, Control> moving = {
      {"bra", Control::Branch},  {"brx", Control::IndexedBranch},
      {"ret", Control::End},     {"exit", Control::End},
      {"bar", Control::Barrier}, {"barrier", Control::Barrier}};
  if (auto found = moving.find(i.name);
      found != moving.end() && !i.has("warp")) {
    i.control = found->second;
    return nothing;
  }
  if (i.name == "membar" || i.name == "fence" || i.name == "prefetch")
    return nothing;
  return i.name == "trap" ? trap : nullptr;
}

void simulated::decode(Instruction &instruction) {
  for (auto *choose : {chooseHalves, chooseArithmetic, chooseBits,
                       chooseComparison, chooseConversion, chooseMemory,
                       chooseWarp, chooseMatrices, chooseControl})
    if (!instruction.execute)
      instruction.execute = choose(instruction);
  if (!instruction.execute)
    throw PtxError("PTX: '" + instruction.text + "' is not simulated");
  checkModifiers(instruction);
}
