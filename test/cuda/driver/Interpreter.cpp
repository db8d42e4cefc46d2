//===- Interpreter.cpp - Runs kernels -------------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"

#include <algorithm>
#include <climits>
#include <numeric>

using namespace simulated;

Block::Block(const Kernel &kernel, const Grid &grid, unsigned dynamicShared,
             const void *parameters, GlobalMemory &memory)
    : kernel(kernel), grid(grid), memory(memory),
      parameters(static_cast<const char *>(parameters)),
      count(grid.threads[0] * grid.threads[1] * grid.threads[2]),
      registers(size_t(kernel.registers) * count), unused(count), places(count),
      states(count), all(count),
      shared(size_t(kernel.sharedBytes) + dynamicShared),
      local(size_t(kernel.localBytes) * count), touches(shared.size() / 4 + 1),
      copies(count) {
  std::iota(all.begin(), all.end(), 0);
  for (std::vector<uint64_t> &scratch : scratches)
    scratch.resize(count);
  for (std::vector<uint64_t> &values : perThread)
    values.resize(count);
  for (unsigned t = 0; t < count; ++t) {
    unsigned lane = t % warpSize;
    uint64_t own = uint64_t(1) << lane, upTo = 2 * own - 1,
             everyone = 0xffffffff;
    uint64_t values[] = {t % grid.threads[0],
                         t / grid.threads[0] % grid.threads[1],
                         t / grid.threads[0] / grid.threads[1],
                         lane,
                         t / warpSize,
                         own - 1,
                         upTo,
                         everyone & ~(own - 1),
                         everyone & ~upTo,
                         own};
    for (unsigned i = 0; i < 10; ++i)
      perThread[i][t] = values[i];
  }
  for (unsigned d = 0; d < 3; ++d) {
    perBlock[d] = grid.threads[d];
    perBlock[6 + d] = grid.blocks[d];
  }
  perBlock[9] = (count + warpSize - 1) / warpSize;
}

Source Block::source(const Operand &operand) const {
  static const uint64_t zero = 0;
  unsigned d = operand.dimension;
  auto ofThread = [&](unsigned i) { return Source{perThread[i].data(), 1, 0}; };
  auto ofBlock = [&](unsigned i) { return Source{&perBlock[i], 0, 0}; };
  switch (operand.kind) {
  case Operand::Register:
    return {&registers[size_t(operand.reg) * count], 1, operand.negated};
  case Operand::Constant:
    return {&operand.value, 0, 0};
  case Operand::Thread:
    break;
  default:
    return {&zero, 0, 0};
  }
  switch (operand.special) {
  case Special::Tid:
    return ofThread(d);
  case Special::Ntid:
    return ofBlock(d);
  case Special::Ctaid:
    return ofBlock(3 + d);
  case Special::Nctaid:
    return ofBlock(6 + d);
  case Special::Warps:
    return ofBlock(9);
  case Special::Lane:
    return ofThread(3);
  case Special::Warp:
    return ofThread(4);
  case Special::LanesBelow:
    return ofThread(5);
  case Special::LanesUpTo:
    return ofThread(6);
  case Special::LanesFrom:
    return ofThread(7);
  case Special::LanesAbove:
    return ofThread(8);
  case Special::OwnLane:
    return ofThread(9);
  }
  return {&zero, 0, 0};
}

uint32_t Block::steppingLanes(unsigned warp) const {
  const std::vector<unsigned> &threads = *active;
  uint32_t lanes = 0;
  for (auto at =
           std::lower_bound(threads.begin(), threads.end(), warp * warpSize);
       at != threads.end() && *at / warpSize == warp; ++at)
    lanes |= 1u << *at % warpSize;
  return lanes;
}

uint32_t Block::liveLanes(unsigned warp) const {
  uint32_t lanes = 0;
  for (unsigned t = warp * warpSize; t < std::min((warp + 1) * warpSize, count);
       ++t)
    if (states[t] != State::Ended)
      lanes |= 1u << t % warpSize;
  return lanes;
}

//===-- Steps -------------------------------------------------------------===//

void Block::beginBlock(unsigned blockNumber) {
  number = blockNumber;
  ++serial;
  perBlock[3] = number % grid.blocks[0];
  perBlock[4] = number / grid.blocks[0] % grid.blocks[1];
  perBlock[5] = number / grid.blocks[0] / grid.blocks[1];
  std::fill(places.begin(), places.end(), 0);
  std::fill(states.begin(), states.end(), State::Runs);
  // What nothing was written to: NaN in all types of floats.
  std::fill(shared.begin(), shared.end(), char(0xff));
  std::fill(local.begin(), local.end(), char(0xff));
  order.reset(unsigned(perBlock[9]));
  for (auto &ofThread : copies)
    ofThread.clear();
}

void Block::run(unsigned blockNumber) {
  beginBlock(blockNumber);
  do {
    while (gather())
      runTogether();
  } while (passBarriers());
}

bool Block::gather() {
  place = nextPlace = INT_MAX;
  unsigned running = 0;
  for (unsigned t = 0; t < count; ++t) {
    if (states[t] != State::Runs)
      continue;
    if (places[t] < place) {
      nextPlace = place;
      place = places[t];
      running = 0;
    } else if (places[t] > place) {
      nextPlace = std::min(nextPlace, places[t]);
    }
    running += places[t] == place;
  }
  if (running == count) {
    active = &all;
    return true;
  }
  group.clear();
  for (unsigned t = 0; t < count; ++t)
    if (states[t] == State::Runs && places[t] == place)
      group.push_back(t);
  active = &group;
  return running;
}

/// Those active take steps until they are no longer together, or come to
/// others.
void Block::runTogether() {
  const std::vector<unsigned> &together = *active;
  while (place < nextPlace) {
    if (size_t(place) >= kernel.code.size())
      memory.problem("the code of " + kernel.name + " has no end");
    const Instruction &instruction = kernel.code[size_t(place)];
    steps += together.size();
    if (instruction.guard >= 0) {
      const uint64_t *guard = &registers[size_t(instruction.guard) * count];
      bool skips = instruction.guardNegated;
      some.clear();
      for (unsigned t : together)
        if (bool(guard[t]) != skips)
          some.push_back(t);
      if (some.empty()) {
        ++place;
        continue;
      }
      if (some.size() < together.size()) {
        if (instruction.control == Control::Next) {
          const std::vector<unsigned> *before = active;
          active = &some;
          instruction.execute(instruction, *this);
          active = before;
          ++place;
          continue;
        }
        for (unsigned t : together)
          places[t] = place + 1;
        for (unsigned t : some)
          places[t] = place;
        return moveOn(instruction, some);
      }
    }
    if (instruction.control == Control::Branch) {
      place = instruction.target;
    } else if (instruction.control == Control::Next ||
               (instruction.control == Control::WarpWide && active == &all)) {
      if (instruction.control == Control::WarpWide)
        checkMembers(instruction);
      instruction.execute(instruction, *this);
      ++place;
    } else {
      for (unsigned t : together)
        places[t] = place;
      return moveOn(instruction, together);
    }
  }
  for (unsigned t : together)
    places[t] = place;
}

/// Some threads leave the others at this instruction.
void Block::moveOn(const Instruction &instruction,
                   const std::vector<unsigned> &moving) {
  switch (instruction.control) {
  case Control::Branch:
    for (unsigned t : moving)
      places[t] = instruction.target;
    break;
  case Control::IndexedBranch: {
    Source index = source(instruction.operands[0]);
    for (unsigned t : moving) {
      auto which = uint32_t(index[t]);
      if (which >= instruction.targets.size())
        problem("an index beyond the targets of a branch", instruction);
      places[t] = instruction.targets[which];
    }
    break;
  }
  case Control::End:
    for (unsigned t : moving)
      states[t] = State::Ended;
    break;
  case Control::Barrier:
    for (unsigned t : moving)
      states[t] = State::AtBarrier;
    break;
  default:
    arrive(instruction, moving);
  }
}

//===-- Lanes that wait for each other ------------------------------------===//

/// Those whose lanes are all there take the step.
void Block::arrive(const Instruction &instruction,
                   const std::vector<unsigned> &arriving) {
  for (unsigned t : arriving)
    states[t] = State::AtWarpWide;
  std::vector<unsigned> ready;
  unsigned lastWarp = ~0u;
  for (unsigned first : arriving) {
    unsigned warp = first / warpSize;
    if (warp == lastWarp)
      continue;
    lastWarp = warp;
    unsigned begin = warp * warpSize, end = std::min(begin + warpSize, count);
    uint32_t waiting = 0,
             there = end - begin < warpSize ? (1u << (end - begin)) - 1 : ~0u;
    for (unsigned t = begin; t < end; ++t)
      if (states[t] == State::AtWarpWide && places[t] == place)
        waiting |= 1u << t % warpSize;
    for (unsigned t = begin; t < end; ++t)
      if ((waiting >> t % warpSize & 1) &&
          !(membersOf(instruction, t) & there & ~waiting))
        ready.push_back(t);
  }
  if (ready.empty())
    return;
  const std::vector<unsigned> *before = active;
  active = &ready;
  checkMembers(instruction);
  instruction.execute(instruction, *this);
  active = before;
  for (unsigned t : ready) {
    states[t] = State::Runs;
    ++places[t];
  }
}

/// Lanes that take the step together name the same lanes.
void Block::checkMembers(const Instruction &instruction) {
  if (instruction.members < 0) {
    if (count % warpSize)
      problem("a warp that is not whole", instruction);
    return;
  }
  Source members = source(instruction.operands[size_t(instruction.members)]);
  for (unsigned t : *active) {
    auto lanes = uint32_t(members[t]);
    if (!(lanes >> t % warpSize & 1))
      problem("a lane is not one of those that it names", instruction);
    for (unsigned lane = 0, begin = t - t % warpSize;
         members.step && lane < warpSize && begin + lane < count; ++lane)
      if ((lanes >> lane & 1) && uint32_t(members[begin + lane]) != lanes)
        problem("lanes name others than each other", instruction);
  }
}

//===-- Barriers ----------------------------------------------------------===//

/// Threads of a warp come to a barrier together; those of other warps may come
/// to the same one elsewhere in the code.
void Block::checkWholeWarps(const std::vector<unsigned> &waiting) {
  for (unsigned first : waiting)
    for (unsigned t = first - first % warpSize;
         t < std::min(first - first % warpSize + warpSize, count); ++t)
      if (states[t] != State::Ended &&
          (states[t] != State::AtBarrier || places[t] != places[first]))
        problem("threads of a warp stand at different barriers", codeOf(first));
}

/// Lets those go on who wait for the barrier of a name, if all have come.
bool Block::passBarrier(uint64_t name) {
  std::vector<unsigned> waiting, warps;
  unsigned live = 0;
  uint64_t expected = 0;
  for (unsigned t = 0; t < count; ++t) {
    live += states[t] != State::Ended;
    if (states[t] != State::AtBarrier)
      continue;
    const Instruction &instruction = codeOf(t);
    if (source(instruction.operands[0])[t] != name)
      continue;
    uint64_t own = instruction.operands.size() > 1
                       ? source(instruction.operands[1])[t]
                       : 0;
    if (!waiting.empty() && own != expected)
      problem("threads expect other numbers of threads at a barrier",
              instruction);
    expected = own;
    waiting.push_back(t);
    if (warps.empty() || warps.back() != t / warpSize)
      warps.push_back(t / warpSize);
  }
  if (waiting.empty())
    return false;
  checkWholeWarps(waiting);
  if (expected % warpSize || name > 15)
    problem("not a barrier", codeOf(waiting[0]));
  // A warp that is not whole counts as one.
  uint64_t came = uint64_t(warps.size()) * warpSize;
  if (expected && came > expected)
    problem("more threads than expected come to a barrier", codeOf(waiting[0]));
  if (expected ? came < expected : waiting.size() < live)
    return false;
  if (waiting.size() == live)
    order.passAll();
  else
    order.passWarps(warps);
  for (unsigned t : waiting) {
    states[t] = State::Runs;
    ++places[t];
  }
  return true;
}

/// Nobody runs. False when all have ended.
bool Block::passBarriers() {
  bool isAny = false;
  for (unsigned t = 0; t < count; ++t)
    if (states[t] == State::AtWarpWide)
      problem("lanes wait for others of their warp that never come", codeOf(t));
  for (unsigned t = 0; t < count; ++t)
    if (states[t] == State::AtBarrier &&
        passBarrier(source(codeOf(t).operands[0])[t]))
      isAny = true;
  for (unsigned t = 0; t < count && !isAny; ++t)
    if (states[t] != State::Ended)
      problem("threads wait at a barrier for others that never come",
              codeOf(t));
  return isAny;
}

uint64_t simulated::run(const Kernel &kernel, const Grid &grid,
                        unsigned dynamicShared, const void *parameters,
                        GlobalMemory &memory) {
  Block block(kernel, grid, dynamicShared, parameters, memory);
  unsigned blocks = grid.blocks[0] * grid.blocks[1] * grid.blocks[2];
  for (unsigned number = 0; number < blocks; ++number)
    block.run(number);
  return block.stepCount();
}
