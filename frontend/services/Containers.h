//===- Containers.h - Lists and dicts ---------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lists and dicts that are known at compile time, or exist in the run; entries
// of dicts that only some paths set (Entries.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SERVICES_CONTAINERS_H
#define TINE_FRONTEND_SERVICES_CONTAINERS_H

#include "frontend/services/Context.h"
#include "frontend/values/State.h"

namespace tine::elaborate {

/// A value of a dict of compile time, at `items[at]`, and whether its key is
/// the one that is looked for.
struct Entry {
  size_t at;
  Value value, isIt;
};

/// A place in a sequence as it counts from the start, and whether it is one.
struct Place {
  mlir::Value at, isThere;
};

/// Elements that are compared with an index one by one. Of more, a list of run
/// time is made.
inline constexpr size_t mostChosen = 16;

class Containers : public Service {
public:
  explicit Containers(const Context &context) : Service(context) {}

  /// False, reported: a list or dict that other waits give, too.
  bool checkChange(const Value &container, ast::Range range);
  /// Whether the program may ask which keys a dict has; else an error is
  /// reported. The library may always.
  bool knowsKeys(const Value &dict, ast::Range range);
  /// Whether an element of this list or dict that only the run knows is one of
  /// those of compile time: where it has tensors that require a gradient, each
  /// has its own.
  bool isChosenFrom(const Value &made);
  /// The tensors in it are also kept elsewhere, as in `holder`: none may be
  /// changed in place unseen.
  /// Those that are older than `older` are what they are.
  void share(const Value &value, ast::Range range, const Value &holder = {},
             size_t older = 0);
  Value listOfView(const Value &view, ast::Range range);
  Value newList(std::vector<Value> items, Type elementType, const void *node,
                ast::Range range);
  Value newDict(std::vector<Value> keysAndValues, Type key, Type value,
                const void *node, ast::Range range);
  bool listAppend(const Value &list, Value item, ast::Range range);
  /// `isThere`: the index is that of an element.
  Value listGet(const Value &list, const Value &index, ast::Range range,
                bool isThere = false);
  /// Of an index that may count from the end, among `size` items.
  Place placeOf(const Value &index, mlir::Value size, ast::Range range);
  /// Turns a list that is known at compile time into one that exists at run
  /// time.
  bool materialize(const Value &container, ast::Range range);
  /// Records that the container's element type must be at least `type`.
  bool needElementType(unsigned id, Type type, ast::Range range);
  /// The elements of a compile-time list or tuple.
  bool staticItems(const Value &value, std::vector<Value> &out);
  /// Puts others in the place of the items of a list, or the keys and values of
  /// a dict, of compile time.
  void setItems(const Value &container, std::vector<Value> items);
  void setItem(const Value &container, size_t i, Value item);
  void eraseItems(const Value &container, size_t begin, size_t count);
  void setKeyFacts(const Value &dict, const KeyFacts &facts);
  Value listLength(const Value &list, ast::Range range);
  Value valueOf(llvm::ArrayRef<Entry> entries, const Value &key,
                ast::Range range);
  bool dictSet(const Value &dict, Value key, Value value, ast::Range range);
  Value dictGet(const Value &dict, Value key, ast::Range range);
  Value dictContains(const Value &dict, Value key, ast::Range range);
  /// As a KeyError has it.
  std::string textOfKey(const Value &key) const;
  /// Raises a KeyError, to the handler that is for it or in the run.
  Value missing(const Value &key, ast::Range range);
  /// Whether only the run knows which keys a dict of compile time has. Entries
  /// of which this path knows are set or gone after it.
  bool isOpen(const Value &dict);
  /// False, with an error, for an open dict.
  bool needsKeys(const Value &dict, ast::Range range);
  /// False, with an error, where only the run knows the order of its keys.
  bool knowsOrder(const Value &dict, ast::Range range);
  /// The value at `items[at]` of a dict, or Python's error in the run.
  Value entryAt(const Value &dict, size_t at, const Value &key,
                ast::Range range);
  /// Whether an open dict has any of its first entries, and how many it has.
  mlir::Value anyEntry(const Value &dict, ast::Range range,
                       size_t end = SIZE_MAX);
  Value countEntries(const Value &dict, ast::Range range);
  /// Before the entry at `items[at]`, which may not be there, is set: it would
  /// come behind all others.
  void loseOrder(const Value &dict, size_t at);
  /// Whether a dict that gets other keys on some paths stays one of compile
  /// time; `type` is that of its entries.
  bool keepsKeys(const Object &dict, const Type &type);
  /// The same of a dict that gets other keys in some iterations of a loop.
  bool canOpen(unsigned dict, const State &entry, const State &end);
  /// Erases what is Kind::Undefined in a dict.
  void dropUnset(unsigned dict);
  /// Runs `body` with each entry that is there: its key, value, or both.
  Flow iterateEntries(const Value &dict, llvm::StringRef which,
                      ast::Range range, llvm::function_ref<Flow(Value)> body);
  /// A list of them.
  Value listOfEntries(const Value &dict, llvm::StringRef which, bool needsOrder,
                      ast::Range range);

private:
  /// Makes a dict of compile time one of the run, as a key that only the run
  /// knows is looked up; false after a restart or an error.
  bool bringForLookup(const Value &dict, ast::Range range);
  /// The steps of dictSet: what TorchScript's annotation says; a key of a dict
  /// of compile time; such a dict as one of the run, as it gets another key.
  bool fitsDeclared(const Value &dict, const Value &key, const Value &value,
                    ast::Range range);
  bool setKnown(const Value &dict, Value key, Value value, ast::Range range);
  bool bringForSet(const Value &dict, const Value &key, const Value &value,
                   ast::Range range);
  Type typeOfEntries(const Value &dict);
  Value entryOfRun(const Value &dict, const Value &key, ast::Range range,
                   bool isThere);
  /// A defaultdict has the key then, whose value is made if it is missing.
  bool makeMissing(const Value &dict, const Value &key, ast::Range range);
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SERVICES_CONTAINERS_H
