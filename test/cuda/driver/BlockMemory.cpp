//===- BlockMemory.cpp - Memory as threads of a block see it --------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared and local memory, generic addresses, and asynchronous copies. Those
// are made as late as they may: where the thread waits for them.
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"

#include <cstring>

using namespace simulated;

std::vector<Block::Touch>::iterator Block::sharedTouches(uint64_t address,
                                                         unsigned bytes) {
  if (grain == 4 && (address % 4 || bytes % 4)) {
    std::vector<Touch> fine(shared.size());
    for (size_t i = 0; i < fine.size(); ++i)
      fine[i] = touches[i / 4];
    touches = std::move(fine);
    grain = 1;
  }
  return touches.begin() + long(grain == 4 ? address / 4 : address);
}

char *Block::sharedAt(const Instruction &instruction, uint64_t address,
                      unsigned thread, unsigned bytes, Use use) {
  if (address > shared.size() || bytes > shared.size() - address)
    problem("shared memory out of bounds", instruction);
  Accessor who{number, thread, &order, instruction.text.c_str()};
  auto touch = sharedTouches(address, bytes);
  for (unsigned i = 0; i < bytes; i += grain, ++touch) {
    if (touch->isInFlight && touch->writes.work == serial)
      problem("shared memory that an asynchronous copy writes, which was not "
              "waited for",
              instruction);
    bool isBehindWrites = touch->writes.work != serial ||
                          (use == Use::Atomic && touch->isAtomic) ||
                          !touch->writes.conflictsWith(who);
    bool isBehindReads = use == Use::Read || touch->reads.work != serial ||
                         !touch->reads.conflictsWith(who);
    if (!isBehindWrites || !isBehindReads)
      problem("a race in shared memory: no barrier orders the threads",
              instruction);
    if (use == Use::Read) {
      touch->reads.note(serial, who);
      continue;
    }
    touch->writes.note(serial, who);
    touch->isAtomic = use == Use::Atomic;
    touch->isInFlight = false;
  }
  return &shared[address];
}

char *Block::at(const Instruction &instruction, const Operand &operand,
                unsigned thread, unsigned bytes, Use use) {
  uint64_t address = addressOf(operand, thread);
  if (address & (bytes - 1)) // a power of two
    problem("a misaligned address", instruction);
  Space space = instruction.space;
  if (space == Space::Generic && address - sharedWindow < windowBytes) {
    space = Space::Shared;
    address -= sharedWindow;
  } else if (space == Space::Generic && address - localWindow < windowBytes) {
    space = Space::Local;
    address -= localWindow;
  }
  switch (space) {
  case Space::Shared:
    return sharedAt(instruction, address, thread, bytes, use);
  case Space::Local:
    if (address > kernel.localBytes || bytes > kernel.localBytes - address)
      problem("local memory out of bounds", instruction);
    return &local[size_t(kernel.localBytes) * thread + address];
  case Space::Param:
    if (address > kernel.parameterBytes ||
        bytes > kernel.parameterBytes - address)
      problem("a parameter out of bounds", instruction);
    return const_cast<char *>(parameters) + address;
  default:
    return memory.access(
        address, bytes, use != Use::Read,
        {number, thread, &order, instruction.text.c_str(), use == Use::Atomic});
  }
}

//===-- Asynchronous copies -----------------------------------------------===//

void Block::copyLater(const Instruction &instruction, unsigned thread,
                      uint64_t to, uint64_t from, unsigned bytes,
                      unsigned given) {
  if (to % bytes || from % bytes)
    problem("a misaligned address", instruction);
  if (given > bytes)
    problem("more bytes are given than are copied", instruction);
  sharedAt(instruction, to, thread, bytes, Use::Write);
  auto touch = sharedTouches(to, bytes);
  for (unsigned i = 0; i < bytes; i += grain, ++touch)
    touch->isInFlight = true;
  auto &groups = copies[thread];
  if (groups.empty())
    groups.emplace_back();
  groups.back().push_back({to, from, bytes, given});
}

void Block::closeCopies(unsigned thread) {
  auto &groups = copies[thread];
  if (groups.empty())
    groups.emplace_back();
  groups.emplace_back();
}

void Block::finishCopies(const Instruction &instruction, unsigned thread,
                         unsigned groupsLeft) {
  auto &groups = copies[thread];
  // The open group is the last one, and no wait for groups takes it.
  bool all = groupsLeft == ~0u;
  size_t left = all ? 0 : size_t(groupsLeft) + 1;
  while (groups.size() > left) {
    for (const Copy &copy : groups.front()) {
      auto touch = sharedTouches(copy.shared, copy.bytes);
      for (unsigned i = 0; i < copy.bytes; i += grain, ++touch)
        touch->isInFlight = false;
      char *to =
          sharedAt(instruction, copy.shared, thread, copy.bytes, Use::Write);
      memset(to, 0, copy.bytes);
      if (copy.given)
        memcpy(
            to,
            memory.access(copy.global, copy.given, /*writes=*/false,
                          {number, thread, &order, instruction.text.c_str()}),
            copy.given);
    }
    groups.pop_front();
  }
}
