//===- Target.cpp - The processor that code is generated for --------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks processors up in LLVM's tables and translates their features.
//
//===----------------------------------------------------------------------===//

#include "codegen/Target.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"

using namespace llvm;

namespace tine {

static constexpr StringLiteral targetTriple = "x86_64-unknown-linux-gnu";

/// Instruction sets that generated code may use on its own accord, in the words
/// of LLVM and of Linux. The runtime knows the same (knownFeatures in its
/// start.cpp): a name that it does not know stops the executable.
static constexpr struct {
  StringLiteral llvmName;
  StringLiteral linuxName;
} instructionSets[] = {
    {"sse3", "pni"},
    {"ssse3", "ssse3"},
    {"cx16", "cx16"},
    {"sse4.1", "sse4_1"},
    {"sse4.2", "sse4_2"},
    {"popcnt", "popcnt"},
    {"movbe", "movbe"},
    {"lzcnt", "abm"},
    {"bmi", "bmi1"},
    {"bmi2", "bmi2"},
    {"adx", "adx"},
    {"f16c", "f16c"},
    {"fma", "fma"},
    {"avx", "avx"},
    {"avx2", "avx2"},
    {"avxvnni", "avx_vnni"},
    {"avx512f", "avx512f"},
    {"avx512cd", "avx512cd"},
    {"avx512bw", "avx512bw"},
    {"avx512dq", "avx512dq"},
    {"avx512vl", "avx512vl"},
    {"avx512ifma", "avx512ifma"},
    {"avx512vbmi", "avx512vbmi"},
    {"avx512vbmi2", "avx512_vbmi2"},
    {"avx512vnni", "avx512_vnni"},
    {"avx512bitalg", "avx512_bitalg"},
    {"avx512vpopcntdq", "avx512_vpopcntdq"},
    {"avx512bf16", "avx512_bf16"},
    {"avx512fp16", "avx512_fp16"},
    {"gfni", "gfni"},
    {"fma4", "fma4"},
    {"xop", "xop"},
};

static std::string hostFeatures() {
  std::vector<std::string> features;
  for (const auto &feature : sys::getHostCPUFeatures())
    features.push_back((feature.second ? "+" : "-") + feature.first().str());
  llvm::sort(features);
  return join(features, ",");
}

/// The processor whose name is nearest to `cpu`, or "".
static StringRef nearestProcessor(StringRef cpu, const MCSubtargetInfo &info) {
  StringRef nearest;
  unsigned best = cpu.size() / 3 + 1;
  for (const SubtargetSubTypeKV &known : info.getAllProcessorDescriptions()) {
    unsigned distance = cpu.edit_distance(known.Key, true, best);
    if (distance < best || (distance == best && nearest.empty())) {
      best = distance;
      nearest = known.Key;
    }
  }
  return nearest;
}

/// The processors that have a 64-bit mode, in lines of at most 80 columns.
static std::string listProcessors(const llvm::Target &target) {
  Triple triple(targetTriple);
  std::unique_ptr<MCSubtargetInfo> generic(
      target.createMCSubtargetInfo(triple, "", ""));
  std::string text = "There are native";
  size_t column = text.size();
  for (const SubtargetSubTypeKV &known :
       generic->getAllProcessorDescriptions()) {
    std::unique_ptr<MCSubtargetInfo> info(
        target.createMCSubtargetInfo(triple, known.Key, ""));
    if (!info->checkFeatures("+64bit"))
      continue;
    StringRef name = known.Key;
    bool fits = column + 2 + name.size() < 80;
    text += fits ? ", " : ",\n  ";
    text += name;
    column = (fits ? column : 0) + 2 + name.size();
  }
  return text;
}

static Error unknownProcessor(StringRef cpu, const MCSubtargetInfo &info,
                              const llvm::Target &target) {
  std::string hint;
  if (StringRef nearest = nearestProcessor(cpu, info); !nearest.empty())
    hint = ("; did you mean '" + nearest + "'?").str();
  return createStringError("unknown processor '" + cpu + "' for --mcpu" + hint +
                           "\n" + listProcessors(target));
}

Expected<Target> Target::create(StringRef cpu, unsigned optLevel) {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  InitializeNativeTargetAsmParser();

  Triple triple(targetTriple);
  std::string message;
  const llvm::Target *target = TargetRegistry::lookupTarget(triple, message);
  if (!target)
    return createStringError(message);

  bool native = cpu == "native";
  std::string name = native ? sys::getHostCPUName().str() : cpu.str();
  std::string features = native ? hostFeatures() : "";

  // Ask before LLVM does: for an unknown name it prints a warning and goes on.
  std::unique_ptr<MCSubtargetInfo> generic(
      target->createMCSubtargetInfo(triple, "", ""));
  if (!generic->isCPUStringValid(name))
    return unknownProcessor(name, *generic, *target);
  std::unique_ptr<MCSubtargetInfo> info(
      target->createMCSubtargetInfo(triple, name, features));
  if (!info->checkFeatures("+64bit"))
    return createStringError("the processor '" + name +
                             "' given to --mcpu has no 64-bit mode");

  TargetOptions options;
  options.FunctionSections = options.DataSections = true;
  options.EmitAddrsig = true; // what folding of identical code goes by
  auto level =
      CodeGenOpt::getLevel(optLevel).value_or(CodeGenOptLevel::Aggressive);
  std::unique_ptr<TargetMachine> machine(target->createTargetMachine(
      triple, name, features, options, Reloc::PIC_, std::nullopt, level));
  return Target(std::move(machine), optLevel);
}

std::unique_ptr<TargetMachine> Target::newTargetMachine() const {
  return std::unique_ptr<TargetMachine>(
      machine->getTarget().createTargetMachine(
          machine->getTargetTriple(), cpu(), features(), machine->Options,
          machine->getRelocationModel(), std::nullopt, machine->getOptLevel()));
}

bool Target::hasFeature(StringRef feature) const {
  return machine->getMCSubtargetInfo()->checkFeatures("+" + feature.str());
}

unsigned Target::vectorBits() const {
  return hasFeature("avx512f") ? 512 : hasFeature("avx") ? 256 : 128;
}

std::string Target::requiredFeatures() const {
  std::vector<StringRef> names;
  for (const auto &set : instructionSets)
    if (hasFeature(set.llvmName))
      names.push_back(set.linuxName);
  return join(names, ",");
}

} // namespace tine
