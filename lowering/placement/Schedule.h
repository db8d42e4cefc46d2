//===- Schedule.h - What a program hands out, as a graph --------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The graph behind `--report=schedule` and `--emit=graph`: work of the host,
// tasks, calls of devices, copies and waits, with estimated times. Steps of one
// kind and one place in the source are one node.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_PLACEMENT_SCHEDULE_H
#define TINE_LOWERING_PLACEMENT_SCHEDULE_H

#include "lowering/placement/Estimates.h"
#include "llvm/Support/raw_ostream.h"
#include <vector>

namespace tine {

struct ScheduleNode {
  enum Kind { Work, Task, Call, Copy, Wait };

  Kind kind;
  std::string place; ///< "host", "tasks", "cuda:0" or "cuda:0 to cuda:1"
  std::string text;  ///< "a call of 3 operations"
  mlir::Location position;
  /// How often it happens, as far as that is known.
  int64_t count = 0;
  bool isInLoop = false;  ///< that runs as often as the run decides
  Estimate estimate = {}; ///< of one, or of all where they differ
  bool areMixed = false;
  bool isCritical = false;
};

struct ScheduleEdge {
  unsigned from, to; ///< places of nodes
  /// The one only comes behind the other in a queue.
  bool isOrder;
  bool isCritical = false;
};

struct Schedule {
  std::string name; ///< of the program
  std::vector<ScheduleNode> nodes;
  std::vector<ScheduleEdge> edges;
  std::vector<unsigned> criticalPath; ///< nodes, in order
  Estimate path, work;

  /// "critical path: about 2 ms of 5 ms of work"
  std::string summary() const;
};

/// Of a module whose forks are outlined and whose devices have queues, so at
/// the end of the phase `place`. If that has more than `most` nodes, all steps
/// of one place and one position are one node, equal or not.
Schedule buildSchedule(mlir::ModuleOp module, size_t most = ~size_t(0));

/// "about 3 us, 4 times, in a loop"
std::string describe(const ScheduleNode &node);
/// "file.py:3:5", or "" where there is none.
std::string toText(mlir::Location position);

/// A remark for each kind of call and copy, and one of the critical path.
void report(const Schedule &schedule, mlir::Location program);
void printDot(const Schedule &schedule, llvm::raw_ostream &os);
/// A lane for each place, time downwards.
void printSvg(const Schedule &schedule, llvm::raw_ostream &os);

} // namespace tine

#endif // TINE_LOWERING_PLACEMENT_SCHEDULE_H
