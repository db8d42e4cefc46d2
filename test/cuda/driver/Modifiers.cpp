//===- Modifiers.cpp - What may stand behind an instruction's name --------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An instruction is simulated with the modifiers that are listed here, besides
// types and spaces. Any other would be ignored and give wrong numbers, so it is
// an error.
//
//===----------------------------------------------------------------------===//

#include "Ptx.h"

#include <set>

using namespace simulated;

using Names = std::set<std::string>;

static const Names moves = {
    "nc", "v2", "v4", "weak", "volatile", "relaxed", "cta", "gpu", "sys",
    // Hints for caches.
    "ca", "cg", "cs", "lu", "cv", "wb", "wt", "L1::evict_normal",
    "L1::evict_unchanged", "L1::evict_first", "L1::evict_last",
    "L1::no_allocate", "L2::64B", "L2::128B", "L2::256B"};
static const Names atomics = {"relaxed", "acquire", "release", "acq_rel", "cta",
                              "gpu",     "sys",     "add",     "min",     "max",
                              "and",     "or",      "xor",     "exch",    "cas",
                              "inc",     "dec"};

static const std::map<std::string, Names> known = {
    {"add", {"rn", "ftz"}},
    {"sub", {"rn", "ftz"}},
    {"mul", {"rn", "ftz", "lo", "hi", "wide"}},
    {"mad", {"rn", "lo", "hi", "wide"}},
    {"fma", {"rn", "ftz"}},
    {"div", {"rn", "approx", "full", "ftz"}},
    {"neg", {"ftz"}},
    {"abs", {"ftz"}},
    {"min", {"NaN"}},
    {"max", {"NaN"}},
    {"sqrt", {"rn", "approx", "ftz"}},
    {"rsqrt", {"approx", "ftz"}},
    {"rcp", {"rn", "approx", "ftz"}},
    {"ex2", {"approx", "ftz"}},
    {"lg2", {"approx", "ftz"}},
    {"sin", {"approx", "ftz"}},
    {"cos", {"approx", "ftz"}},
    {"tanh", {"approx"}},
    {"testp",
     {"finite", "infinite", "number", "notanumber", "normal", "subnormal"}},
    {"setp", {"eq",  "ne",  "lt",  "le",  "gt",  "ge",  "lo",  "ls",
              "hi",  "hs",  "equ", "neu", "ltu", "leu", "gtu", "geu",
              "num", "nan", "and", "or",  "xor", "ftz"}},
    {"bfind", {"shiftamt"}},
    {"shf", {"l", "r", "wrap", "clamp"}},
    {"cvt", {"rn", "rz", "rna", "rni", "rzi", "rmi", "rpi", "sat", "relu"}},
    {"cvta", {"to"}},
    {"ld", moves},
    {"ldu", {"v2", "v4"}},
    {"st", moves},
    {"atom", atomics},
    {"red", atomics},
    {"cp",
     {"async", "ca", "cg", "commit_group", "wait_group", "wait_all", "L2::64B",
      "L2::128B", "L2::256B"}},
    {"bra", {"uni"}},
    {"brx", {"idx", "uni"}},
    {"ret", {"uni"}},
    {"bar", {"sync", "warp", "cta", "aligned"}},
    {"barrier", {"sync", "aligned", "cta"}},
    {"membar", {"gl", "cta", "sys"}},
    {"fence", {"acq_rel", "sc", "cta", "gpu", "sys"}},
    {"prefetch", {"L1", "L2"}},
    {"shfl", {"sync", "up", "down", "bfly", "idx"}},
    {"vote", {"sync", "ballot", "any", "all", "uni"}},
    {"match", {"sync", "any", "all"}},
    {"redux", {"sync", "add", "min", "max", "and", "or", "xor"}},
    {"ldmatrix", {"sync", "aligned", "m8n8", "x1", "x2", "x4", "trans"}},
    {"mma",
     {"sync", "aligned", "m16n8k4", "m16n8k8", "m16n8k16", "row", "col"}}};

static bool isFloat(Type type) { return type >= Type::F16; }
static bool isOf16Bits(Type type) {
  return type == Type::F16 || type == Type::F16x2 || type == Type::BF16 ||
         type == Type::BF16x2;
}

/// Of halves alone; bf16 has fewer.
static const Names &knownOfHalves(const std::string &name, Type type) {
  static const Names none, ofNarrow = {"relu"}, all = {"relu", "ftz", "sat"},
                           flushing = {"ftz"}, ofSums = {"ftz", "sat"};
  bool isNarrow = type == Type::BF16 || type == Type::BF16x2;
  if (name == "fma")
    return isNarrow ? ofNarrow : all;
  if (name == "add" || name == "sub" || name == "mul")
    return isNarrow ? none : ofSums;
  return name == "min" || name == "max" ? (isNarrow ? none : flushing) : none;
}

/// Of what is listed, what is not simulated together.
static bool isIgnored(const Instruction &i) {
  if (i.control == Control::Barrier)
    return !i.has("sync") || i.operands.empty() || i.operands.size() > 2;
  if (i.has("ftz") &&
      !(i.type == Type::F32 || i.type == Type::F16 || i.type == Type::F16x2))
    return true;
  if (isOf16Bits(i.type) && i.name != "cvt")
    return i.has("sat") && i.has("relu");
  if (i.name != "cvt")
    return false;
  bool isPair = i.type == Type::F16x2 || i.type == Type::BF16x2;
  if (i.has("sat"))
    return isPair || !isFloat(i.type) || !isFloat(i.from);
  if (i.has("relu"))
    return !isOf16Bits(i.type) || i.from != Type::F32 || !i.has("rn");
  if (i.has("rna"))
    return i.type != Type::TF32;
  return i.has("rz") && (isPair || i.type != Type::F32 || i.from != Type::F64);
}

void simulated::checkModifiers(const Instruction &instruction) {
  static const Names spaces = {"global",      "const", "shared",
                               "shared::cta", "local", "param"};
  static const Names none;
  auto found = known.find(instruction.name);
  const Names &names = found == known.end() ? none : found->second;
  const Names &ofHalves =
      isOf16Bits(instruction.type)
          ? knownOfHalves(instruction.name, instruction.type)
          : none;
  for (const std::string &modifier : instruction.modifiers)
    if (typeOf(modifier) == Type::None && !spaces.count(modifier) &&
        !names.count(modifier) && !ofHalves.count(modifier))
      throw PtxError("PTX: '." + modifier + "' of '" + instruction.text +
                     "' is not simulated");
  if (isIgnored(instruction))
    throw PtxError("PTX: '" + instruction.text + "' is not simulated");
}
