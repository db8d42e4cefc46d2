//===- Entries.h - Entries of dicts that only some paths set ----*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The keys of dicts of compile time where paths join.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SERVICES_ENTRIES_H
#define TINE_FRONTEND_SERVICES_ENTRIES_H

#include "frontend/services/Context.h"
#include "frontend/values/State.h"

namespace tine::elaborate {

/// Whether Python finds the one under the other, as far as both are known and
/// have no equality of their own.
bool sameKey(const Value &a, const Value &b);

bool knownKey(const Value &key);

/// The place of a key in a dict of compile time; -1 if it is not there, or
/// after an error.
int findKey(Context &e, const Value &dict, const Value &key, ast::Range range);

/// The keys of two dicts in an order that fits both; `isUnsure` where there is
/// none.
struct MergedKeys {
  std::vector<Value> keys;
  bool isUnsure = false;
};
MergedKeys mergeKeys(const Object &a, const Object &c);

/// The dict with these keys; what it does not have is Kind::Undefined.
std::shared_ptr<Object> withKeys(const Object &dict,
                                 llvm::ArrayRef<Value> keys);

/// Whether it is a dict of compile time whose keys were there before, or are
/// constants.
bool hasKeysOf(const Object &dict, const Heap &before);

/// Which entries that a loop carries are there in the same iterations: all of
/// which neither the entry of the loop nor the end of an iteration tells
/// otherwise.
class EntryGroups {
public:
  /// The group of an entry that was this before the loop.
  unsigned find(const Slot &slot, const Value &before);
  /// At the end of an iteration it is this.
  void add(const Slot &slot, const Value &end);
  /// Takes groups apart as what was added says; whether it did.
  bool split();

private:
  std::map<Slot, unsigned> groups;
  std::map<void *, unsigned> starts;
  std::map<std::pair<unsigned, void *>, std::vector<Slot>> ends;
  unsigned count = 0;
};

/// Whether paths have left values that nothing can stand for.
inline bool isUntold(const Value &value) {
  return value.is(Kind::Undefined) && (value.known || !value.text.empty());
}

/// Whether an entry is not there.
inline bool isAbsent(const Value &entry) {
  return entry.is(Kind::Undefined) && !isUntold(entry);
}

/// Whether only the run can know that an entry is there.
inline bool mayBeUnset(const Value &entry) {
  return entry.is(Kind::Maybe) || isAbsent(entry);
}

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SERVICES_ENTRIES_H
