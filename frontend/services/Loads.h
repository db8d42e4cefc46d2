//===- Loads.h - What is known of files that the program loads --*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The type of an array in a file is what the program says of it, else that of
// the file if it is there; what a checkpoint holds has the types that the same
// program saves. Each is a decision that another round begins with
// (docs/decisions/0020-loads.md).
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SERVICES_LOADS_H
#define TINE_FRONTEND_SERVICES_LOADS_H

#include "frontend/services/Context.h"

namespace tine::elaborate {

/// A place that loads an array, or takes one out of a file.
struct Load {
  Site site;
  std::string format; // "numpy", "torch", ...
  std::optional<std::string> path;
  std::vector<Value> keys; // from the root of the file on
  std::string place;       // "train.py:12"
  unsigned round = 0;      // in which it was seen last
  // What is known of it, and where that is said.
  std::optional<int64_t> dtype, rank;
  std::string dtypePlace, rankPlace;
  bool isOfFile = false; // the file says it
  Value value;           // of what is no array: its type, as in `saved`
};

struct Loads {
  std::vector<Load> list;
  /// What the program itself saves under some keys, as a tuple that
  /// library/torch/_stored.py reads.
  std::map<std::string, Value> saved;
  /// In a round that looks for that, torch.load ends the path.
  enum class Probe : uint8_t { Never, Now, Done } probe = Probe::Never;
  bool hasLoads = false; // the round came to torch.load
  /// Optimizers make their state when they are made, as a path may load it.
  bool preparesState = false;
};

/// The number of the load at the site, which is new or known.
unsigned loadAt(Context &e, Load load);
/// Says what the program expects of a load at a place of it; true where that is
/// new.
bool expectOfLoad(Context &e, unsigned number, std::optional<int64_t> dtype,
                  std::optional<int64_t> rank, ast::Range range);
/// Takes the type of a load from its file; true where that is new.
bool readTypeOfLoad(Context &e, unsigned number);
/// "train.py:13 expects float32 and 2 dimensions".
std::string describeExpected(const Load &load);
/// Asks for a round that knows more of what is loaded, in front of an error;
/// false where there is nothing to find out.
bool learnOfLoads(Context &e);
/// The same, at the end of a round.
bool endProbe(Context &e);
/// Notes what the program saves under keys; asks for a restart where it was
/// something else.
void noteSaved(Context &e, const std::string &key, const Value &type);
/// Adds a line to the log of decisions.
void logOfLoads(Context &e, llvm::StringRef place, const llvm::Twine &what,
                llvm::StringRef why);
/// "train.py:12".
std::string placeOf(Context &e, ast::Range range);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SERVICES_LOADS_H
