//===- Target.h - The processor that code is generated for ------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Resolves --mcpu to a processor and its features, and makes LLVM's target
// machine for it. The operating system is always x86_64-linux-gnu.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_CODEGEN_TARGET_H
#define TINE_CODEGEN_TARGET_H

#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"
#include <memory>
#include <string>

namespace tine {

class Target {
public:
  /// `cpu` is a processor name that LLVM knows, or "native" for this machine's.
  /// Fails on an unknown or 32-bit name, with the nearest known one. The
  /// optimisation level runs from 0 to 3.
  static llvm::Expected<Target> create(llvm::StringRef cpu, unsigned optLevel);

  /// The resolved name; never "native".
  llvm::StringRef cpu() const { return machine->getTargetCPU(); }
  /// LLVM's feature string, "+avx2,-sse4a,...": empty unless the processor was
  /// "native".
  llvm::StringRef features() const { return machine->getTargetFeatureString(); }
  llvm::TargetMachine &targetMachine() const { return *machine; }
  unsigned optLevel() const { return level; }
  /// Another one for the same target: they belong to one thread.
  std::unique_ptr<llvm::TargetMachine> newTargetMachine() const;

  bool hasFeature(llvm::StringRef feature) const;
  /// Width of the widest vector register in bits: 128, 256 or 512.
  unsigned vectorBits() const;
  /// The instruction sets that the code may use, ","-separated, by their names
  /// in Linux's /proc/cpuinfo. The executable checks them when it starts.
  std::string requiredFeatures() const;

private:
  Target(std::unique_ptr<llvm::TargetMachine> machine, unsigned level)
      : machine(std::move(machine)), level(level) {}

  std::unique_ptr<llvm::TargetMachine> machine;
  unsigned level;
};

} // namespace tine

#endif // TINE_CODEGEN_TARGET_H
