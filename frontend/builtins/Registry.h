//===- Registry.h - The table of builtin functions --------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builtin functions by qualified name ("torch.add"), and methods of tensors
// ("Tensor.add"). A handler gets its arguments bound to its signature, gives
// the result, and sees the rest of the front end through a Context.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_BUILTINS_REGISTRY_H
#define TINE_FRONTEND_BUILTINS_REGISTRY_H

#include "frontend/services/Context.h"

namespace tine::elaborate {

struct CallArgs;

/// Arguments bound to the parameters of a builtin.
struct Bound {
  std::vector<Value> values; // Invalid where not given
  std::vector<ast::Range> ranges;
  ast::Range range; // of the call
  std::string name; // as the user wrote it
  Value &operator[](size_t i) { return values[i]; }
  bool has(size_t i) const { return values[i].kind != Kind::Invalid; }
  bool given(size_t i) const { return has(i) && !values[i].is(Kind::None); }
};

/// The names of the two that a function gives ("max": values and indices).
llvm::SmallVector<llvm::StringRef, 4> fieldsOfResult(llvm::StringRef name);

/// Of a string in UTF-8.
std::vector<Value> characters(llvm::StringRef text);

using Handler = Value (*)(Context &, Bound &);

/// The handler of what is a form of the language: control calls it in a way of
/// its own (control/SpecialForms.cpp), never by the table.
Value callForm(Context &e, Bound &args);

/// How a function takes arguments that are not plain values.
enum Trait : unsigned {
  KeepsIterators = 1, // one item after the other, as it asks for them
  IgnoresOrder = 2,   // of what it goes over, as sorted() does
  ListsEntries = 4,   // of a dict whose keys only the run knows
  TakesChoices = 8,   // one of two values, as it is
  TakesOptional = 16, // what is None in some runs
};

struct Traits {
  /// It goes over so many arguments, from the first on: an object that has
  /// items gives them.
  unsigned iterables = 0;
  unsigned flags = 0;

  Traits() = default;
  Traits(Trait flag) : flags(flag) {}
  bool operator&(Trait flag) const { return flags & flag; }
};

inline Traits over(unsigned iterables) {
  Traits traits;
  traits.iterables = iterables;
  return traits;
}

inline Traits operator|(Traits traits, Trait flag) {
  traits.flags |= flag;
  return traits;
}

/// Where a function of tensors can be used: torch.f(x), x.f(). With InPlace
/// there is x.f_(), too, which writes the result to x, with InPlaceFunction
/// also torch.f_(x).
enum Where {
  Function = 1,
  Method = 2,
  Both = 3,
  InPlace = 7,
  InPlaceFunction = 15
};

struct BuiltinInfo {
  /// "input: Tensor, dim=None, *, dtype=None": the handler gets a tensor where
  /// the parameter is declared as one.
  std::string signature;
  Handler handler;
  Traits traits = {};
};

/// Builtin functions by qualified name ("torch.add"), and methods of tensors
/// ("Tensor.add").
class Registry {
public:
  using Entries = std::map<std::string, BuiltinInfo>;

  Registry() = default;
  Registry(Registry &&) = default;

  /// Adds names, separated by spaces, with one handler.
  void add(llvm::StringRef names, const llvm::Twine &signature, Handler handler,
           Traits traits = {});
  /// Adds functions of tensors, whose names stand without torch and Tensor.
  void add(llvm::StringRef names, Where where, const llvm::Twine &signature,
           Handler handler);

  /// Null for other names.
  const BuiltinInfo *find(llvm::StringRef name) const {
    return byName.lookup(name);
  }
  /// All, in the order of their names.
  Entries::const_iterator begin() const { return entries.begin(); }
  Entries::const_iterator end() const { return entries.end(); }

private:
  Entries entries;
  llvm::StringMap<const BuiltinInfo *> byName;
};

void registerFactories(Registry &registry);
void registerRandomFactories(Registry &registry);
void registerLanguageBuiltins(Registry &registry);
void registerIterableBuiltins(Registry &registry);
void registerImageBuiltins(Registry &registry);
void registerSystemBuiltins(Registry &registry);
void registerFileBuiltins(Registry &registry);
void registerNumberBuiltins(Registry &registry);
void registerMathFunctions(Registry &registry);
void registerAutograd(Registry &registry);
void registerGradientHooks(Registry &registry);
void registerNumpy(Registry &registry);
void registerTf32(Registry &registry);
void registerStoredBuiltins(Registry &registry);
void registerTimedText(Registry &registry);
void registerOutside(Registry &registry);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_BUILTINS_REGISTRY_H
