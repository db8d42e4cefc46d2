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

static const std::map<std::string, Names> known = {
    {"add", {"rn"}},
    {"sub", {"rn"}},
    {"mul", {"rn", "lo", "hi", "wide"}},
    {"mad", {"rn", "lo", "wide"}},
    {"fma", {"rn"}},
    {"div", {"rn", "approx", "full"}},
    {"min", {"NaN"}},
    {"max", {"NaN"}},
    {"sqrt", {"rn", "approx"}},
    {"rsqrt", {"approx"}},
    {"rcp", {"rn", "approx"}},
    {"ex2", {"approx"}},
    {"lg2", {"approx"}},
    {"sin", {"approx"}},
    {"cos", {"approx"}},
    {"testp",
     {"finite", "infinite", "number", "notanumber", "normal", "subnormal"}},
    {"setp",
     {"eq",  "ne",  "lt",  "le",  "gt",  "ge",  "lo",  "ls",  "hi", "hs", "equ",
      "neu", "ltu", "leu", "gtu", "geu", "num", "nan", "and", "or", "xor"}},
    {"shf", {"l", "r", "wrap", "clamp"}},
    {"cvt", {"rn", "rz", "rni", "rzi", "rmi", "rpi", "sat", "f16x2", "bf16x2"}},
    {"cvta", {"to"}},
    {"ld", {"nc", "v2", "v4", "weak", "volatile"}},
    {"ldu", {"v2", "v4"}},
    {"st", {"v2", "v4", "weak", "volatile"}},
    {"bra", {"uni"}},
    {"ret", {"uni"}},
    {"bar", {"sync"}},
    {"barrier", {"sync", "aligned"}},
    {"membar", {"gl", "cta", "sys"}},
    {"fence", {"acq_rel", "sc", "cta", "gpu", "sys"}}};

static bool isFloat(Type type) { return type >= Type::F16; }

/// Of what is listed, what is not simulated together.
static bool isIgnored(const Instruction &i) {
  if (i.name == "bar" || i.name == "barrier") // the one of all threads
    return !i.has("sync") || i.operands.size() != 1 ||
           i.operands[0].kind != Operand::Constant || i.operands[0].value != 0;
  if (i.name != "cvt")
    return false;
  bool isPair = i.has("f16x2") || i.has("bf16x2");
  if (i.has("sat"))
    return isPair || !isFloat(i.type) || !isFloat(i.from);
  return i.has("rz") && (isPair || i.type != Type::F32 || i.from != Type::F64);
}

void simulated::checkModifiers(const Instruction &instruction) {
  static const Names spaces = {"global", "const", "shared", "local", "param"};
  static const Names none;
  auto found = known.find(instruction.name);
  const Names &names = found == known.end() ? none : found->second;
  for (const std::string &modifier : instruction.modifiers)
    if (typeOf(modifier) == Type::None && !spaces.count(modifier) &&
        !names.count(modifier))
      throw PtxError("PTX: '." + modifier + "' of '" + instruction.text +
                     "' is not simulated");
  if (isIgnored(instruction))
    throw PtxError("PTX: '" + instruction.text + "' is not simulated");
}
