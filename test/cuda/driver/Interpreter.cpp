//===- Interpreter.cpp - Runs kernels -------------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"

#include <algorithm>
#include <climits>
#include <cstring>

using namespace simulated;

static constexpr unsigned warpSize = 32;

/// Memory that nothing was written to holds this.
static constexpr int unwritten = 0xff;

Block::Block(const Kernel &kernel, const Grid &grid, unsigned dynamicShared,
             const void *parameters, GlobalMemory &memory)
    : kernel(kernel), grid(grid), memory(memory),
      parameters(static_cast<const char *>(parameters)),
      count(grid.threads[0] * grid.threads[1] * grid.threads[2]),
      registers(size_t(kernel.registers) * count), places(count),
      shared(kernel.sharedBytes + dynamicShared),
      local(size_t(kernel.localBytes) * count), uses(shared.size() / 4 + 1) {}

uint64_t Block::special(const Operand &operand, unsigned thread) const {
  unsigned d = operand.dimension;
  switch (operand.special) {
  case Special::Tid: {
    unsigned rest = thread;
    for (unsigned i = 0; i < d; ++i)
      rest /= grid.threads[i];
    return d == 2 ? rest : rest % grid.threads[d];
  }
  case Special::Ntid:
    return grid.threads[d];
  case Special::Ctaid:
    return blockAt[d];
  case Special::Nctaid:
    return grid.blocks[d];
  case Special::Lane:
    return thread % warpSize;
  case Special::Warp:
    return thread / warpSize;
  }
  return 0;
}

/// Threads of a warp come to a barrier together; those of other warps may come
/// to the same one elsewhere in the code.
void Block::checkBarriers() {
  for (unsigned start = 0; start < count; start += warpSize) {
    int warpPlace = ended;
    for (unsigned t = start; t < std::min(start + warpSize, count); ++t) {
      if (places[t] == ended)
        continue;
      if (warpPlace != ended && places[t] != warpPlace)
        problem("threads of a warp stand at different barriers",
                kernel.code[size_t(atBarrier - places[t])]);
      warpPlace = places[t];
    }
  }
}

/// All threads that have not ended stand at a barrier, or none goes on.
bool Block::passBarrier() {
  checkBarriers();
  bool isAny = false;
  for (int &place : places) {
    if (place == ended)
      continue;
    place = atBarrier - place + 1;
    isAny = true;
  }
  ++epoch;
  return isAny;
}

void Block::run(unsigned blockNumber) {
  number = blockNumber;
  blockAt[0] = number % grid.blocks[0];
  blockAt[1] = number / grid.blocks[0] % grid.blocks[1];
  blockAt[2] = number / grid.blocks[0] / grid.blocks[1];
  std::fill(places.begin(), places.end(), 0);
  std::fill(shared.begin(), shared.end(), char(unwritten));
  std::fill(uses.begin(), uses.end(), Use());
  epoch = 0;
  while (true) {
    int first = INT_MAX;
    for (int place : places)
      if (place >= 0 && place < first)
        first = place;
    if (first == INT_MAX) {
      if (!passBarrier())
        return;
      continue;
    }
    if (size_t(first) >= kernel.code.size())
      memory.problem("the code of " + kernel.name + " has no end");
    const Instruction &instruction = kernel.code[size_t(first)];
    active.clear();
    for (unsigned t = 0; t < count; ++t) {
      if (places[t] != first)
        continue;
      bool runs = instruction.guard < 0 ||
                  bool(registers[size_t(instruction.guard) * count + t]) !=
                      instruction.guardNegated;
      if (runs)
        active.push_back(t);
      else
        places[t] = first + 1;
    }
    if (active.empty())
      continue;
    instruction.execute(instruction, *this);
    for (unsigned t : active)
      if (places[t] == first)
        places[t] = first + 1;
  }
}

char *Block::sharedAt(const Instruction &instruction, uint64_t address,
                      unsigned thread, unsigned bytes, bool writes) {
  if (address + bytes > shared.size())
    problem("shared memory out of bounds", instruction);
  auto isOther = [&](int who) {
    return who >= 0 && unsigned(who) / warpSize != thread / warpSize;
  };
  if (grain == 4 && bytes < 4) {
    std::vector<Use> fine(shared.size());
    for (size_t i = 0; i < fine.size(); ++i)
      fine[i] = uses[i / 4];
    uses = std::move(fine);
    grain = 1;
  }
  uint64_t end = (address + bytes + grain - 1) / grain;
  for (uint64_t i = address / grain; i < end; ++i) {
    Use &use = uses[i];
    if ((use.written == epoch && isOther(use.writer)) ||
        (writes && use.read == epoch &&
         (use.isReadByMany || isOther(use.reader))))
      problem("a race in shared memory: no barrier stands between threads of "
              "different warps",
              instruction);
    if (writes) {
      use.writer = int(thread);
      use.written = epoch;
      continue;
    }
    use.isReadByMany =
        use.read == epoch && (use.isReadByMany || isOther(use.reader));
    use.reader = int(thread);
    use.read = epoch;
  }
  return &shared[address];
}

char *Block::at(const Instruction &instruction, const Operand &operand,
                unsigned thread, unsigned bytes, bool writes) {
  uint64_t address = operand.value;
  if (operand.reg >= 0)
    address += registers[size_t(operand.reg) * count + thread];
  if (address % bytes)
    problem("a misaligned address", instruction);
  switch (instruction.space) {
  case Space::Shared:
    return sharedAt(instruction, address, thread, bytes, writes);
  case Space::Local:
    if (address + bytes > kernel.localBytes)
      problem("local memory out of bounds", instruction);
    return &local[size_t(kernel.localBytes) * thread + address];
  case Space::Param:
    if (address + bytes > kernel.parameterBytes)
      problem("a parameter out of bounds", instruction);
    return const_cast<char *>(parameters) + address;
  default:
    return memory.access(address, bytes, writes,
                         {number, thread, epoch, instruction.text.c_str()});
  }
}

void simulated::run(const Kernel &kernel, const Grid &grid,
                    unsigned dynamicShared, const void *parameters,
                    GlobalMemory &memory) {
  Block block(kernel, grid, dynamicShared, parameters, memory);
  unsigned blocks = grid.blocks[0] * grid.blocks[1] * grid.blocks[2];
  for (unsigned number = 0; number < blocks; ++number)
    block.run(number);
}
