//===- Objects.h - The heap and what is on it -------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Objects by number: tensors, storages, lists, dicts, instances, the attributes
// of classes, the modes. Which of them may be one, and which the program has a
// way to (Aliases.cpp). Services alone change objects.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SERVICES_OBJECTS_H
#define TINE_FRONTEND_SERVICES_OBJECTS_H

#include "frontend/services/Context.h"
#include "frontend/values/State.h"

namespace tine::elaborate {

/// Which objects the parts of a value may be, by the way to them.
using Origins = std::map<std::string, std::set<unsigned>>;

/// A storage that has to be written to as well, where a condition holds.
struct GuardedCopy {
  unsigned made;
  Guard guard;
  bool fromOrigin; // else to it
};

class Objects : public Service {
public:
  explicit Objects(const Context &context) : Service(context) {}

  /// Whether operations record a graph here; an error where only the run knows.
  bool recordsGraph();
  const Value &mode(Mode mode) const { return getMode(heap, mode); }
  /// Sets the mode; what it was before.
  Value exchangeMode(Mode mode, Value value);
  /// The mode, which must be known at compile time, else an error is reported.
  int64_t knownMode(Mode mode, ast::Range range);
  /// What `use` gives with the mode; if only the run knows that, on the path of
  /// each of the two that it may be.
  Value underMode(Mode mode, ast::Range range,
                  llvm::function_ref<Value(bool)> use);
  Value findMember(const ClassInfo *classInfo, llvm::StringRef name);
  /// What the class itself has under the name now, or null.
  const Value *ownMember(const ClassInfo *info, llvm::StringRef name);
  bool isModule(const Value &value);
  bool isSet(const Value &value);
  /// Whether it is an object of the library's class that has the role.
  bool hasRole(const Value &value, ClassRole role);
  /// What the program has set as an attribute of a module or of a class of the
  /// library, by its qualified name; null if nothing.
  const Value *findOpen(const llvm::Twine &qualifiedName) const;
  /// A list of them, in any order.
  Value itemsOfSet(const Value &set, ast::Range range);
  /// Whether the value is a collections.OrderedDict.
  bool isOrdered(const Value &value) const {
    return value.is(Kind::Dict) && get(value.id).attributes.count("ordered");
  }
  /// False, with an error, for an object that paths have left in states that
  /// nothing can stand for.
  bool isUsable(const Value &value, ast::Range range);
  /// Forgets values that objects have got since `before` and nothing from here
  /// on can use.
  void dropInvisible(const Heap &before);
  /// What elaboration notes of an object, or the program sets of it plainly.
  void setAttribute(unsigned object, llvm::StringRef name, Value value);
  void eraseAttribute(unsigned object, llvm::StringRef name);
  /// Its attributes stay.
  void setClass(const Value &object, ClassInfo *classInfo);
  void replace(const Value &object, Object by);
  unsigned allocate(Object object);
  const Object &get(unsigned id) const { return *heap[id]; }
  /// Everything on the heap that the program has a way to; from the statement
  /// around a range on, if given, by variables that are live there.
  std::set<unsigned>
  reachable(std::optional<ast::Range> from = std::nullopt) const;
  /// Whether the program has a way to another tensor of its storage.
  bool sharesStorage(const Value &tensor) const;
  /// The other objects of its kind that this one may be, as far as the program
  /// has a way to them.
  std::set<unsigned> aliases(unsigned id) const;
  /// The object and all older ones that it may be.
  std::set<unsigned> originsOf(unsigned id) const;
  /// The tensors, storages, lists and dicts in `value` may be those.
  void mayBe(const Value &value, const Origins &origins);
  /// What those in `value` may be, as far as it is below `limit`.
  static void originsOf(const Heap &heap, const Value &value, size_t limit,
                        Origins &out);
  /// What a write in place to the storage also changes, each reached from one
  /// before it; none where only the run knows.
  std::optional<std::vector<GuardedCopy>> copiesOf(unsigned storage) const;
  /// `made` may be `origin`, if they are of one kind.
  void link(unsigned made, unsigned origin);
  /// Visits the tensors in a value, and in its lists and dicts of compile time.
  void visitTensors(const Value &value,
                    llvm::function_ref<void(unsigned)> visit);

  /// The object with the attributes that the program has given to functions,
  /// modules and classes that have none of their own (OpenAttributes.h).
  unsigned openAttributes = 0;
  Heap heap;
  /// Objects of libraries that were loaded on one path: all paths have them.
  std::map<unsigned, std::shared_ptr<const Object>> permanent;

private:
  friend class Service; // which alone changes objects
  Object &mutate(unsigned id);
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SERVICES_OBJECTS_H
