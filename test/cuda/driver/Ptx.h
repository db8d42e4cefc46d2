//===- Ptx.h - Modules of PTX -----------------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What LLVM prints for kernels, decoded: each instruction knows its function of
// the interpreter. What is not simulated is an error when a module is loaded.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_TEST_CUDA_PTX_H
#define TINE_TEST_CUDA_PTX_H

#include <cstdint>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace simulated {

/// The text is not PTX, or more of it than is simulated.
struct PtxError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

enum class Type : uint8_t {
  None,
  Pred,
  B8,
  B16,
  B32,
  B64,
  U8,
  U16,
  U32,
  U64,
  S8,
  S16,
  S32,
  S64,
  F16,
  BF16,
  F32,
  F64,
  F16x2,
  BF16x2,
  TF32,
};

enum class Space : uint8_t { Generic, Global, Shared, Local, Param };

/// What threads know of themselves; the first four in three dimensions.
enum class Special : uint8_t {
  Tid,
  Ntid,
  Ctaid,
  Nctaid,
  Lane,
  Warp,
  Warps,
  LanesBelow,
  LanesUpTo,
  LanesFrom,
  LanesAbove,
  OwnLane,
};

/// How an instruction moves the threads that take it.
enum class Control : uint8_t {
  Next,
  Branch,
  IndexedBranch, ///< to one of several places
  End,
  Barrier,  ///< threads of the block wait for each other
  WarpWide, ///< lanes of a warp take it together
};

struct Operand {
  enum Kind : uint8_t { None, Register, Constant, Thread, Address } kind = None;
  bool negated = false;
  uint8_t dimension = 0;
  Special special = Special::Tid;
  int reg = -1;       ///< or the base of an address, if there is one
  uint64_t value = 0; ///< bits of a constant, offset of an address
  std::string symbol; ///< to be added when it is known
};

class Block;

struct Instruction {
  std::string text;
  std::string name;                   ///< up to the first dot
  std::vector<std::string> modifiers; ///< what follows
  std::vector<Operand> results, operands;
  int guard = -1; ///< a predicate, or none
  bool guardNegated = false;
  int target = -1;          ///< of a branch
  std::vector<int> targets; ///< of one by an index
  Type type = Type::None, from = Type::None;
  Space space = Space::Generic;
  Control control = Control::Next;
  unsigned width = 1; ///< elements of a vector
  /// What modifiers mean to the function, decoded once.
  unsigned mode = 0;
  /// Which operand names the lanes that take it together; none: the warp.
  int members = -1;
  void (*execute)(const Instruction &, Block &) = nullptr;

  bool has(const char *modifier) const {
    for (const std::string &one : modifiers)
      if (one == modifier)
        return true;
    return false;
  }
};

struct Kernel {
  struct Parameter {
    unsigned offset, bytes;
  };
  std::string name;
  std::vector<Parameter> parameters;
  unsigned parameterBytes = 0, sharedBytes = 0, localBytes = 0;
  int registers = 0;
  std::vector<Instruction> code;
};

/// Static data of a module.
struct Variable {
  std::string name;
  std::vector<uint8_t> bytes;
  uint64_t address = 0; ///< set by who loads the module
};

struct Module {
  std::map<std::string, std::unique_ptr<Kernel>> kernels;
  std::vector<std::unique_ptr<Variable>> variables;
};

std::unique_ptr<Module> parse(const std::string &text);

/// Chooses `execute`, and what goes with it. Throws PtxError.
void decode(Instruction &instruction);

/// Throws PtxError where a modifier is not simulated.
void checkModifiers(const Instruction &instruction);

/// Replaces the names of variables by their addresses.
void bindVariables(Module &module);

unsigned bytesOf(Type type);
Type typeOf(const std::string &name);

} // namespace simulated

#endif // TINE_TEST_CUDA_PTX_H
