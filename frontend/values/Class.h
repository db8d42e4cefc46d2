//===- Class.h - Classes, functions and their scopes ------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What programs define: the global names of a file, functions with what their
// decorators say, and classes with what makes some of them special. Values
// refer to them.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_VALUES_CLASS_H
#define TINE_FRONTEND_VALUES_CLASS_H

#include "frontend/syntax/AST.h"
#include "frontend/syntax/Source.h"
#include "frontend/values/Value.h"
#include <map>
#include <optional>
#include <set>

namespace tine::elaborate {

struct ClassInfo;

/// Variables that functions share, each in an object of the heap: Python's cell
/// variables.
using Cells = std::map<std::string, unsigned>;

/// The global names of a file.
struct Scope {
  const SourceFile *file = nullptr;
  ast::Block body;        // of a file of the program
  std::string moduleName; // "torch.nn", "__main__"
  std::map<std::string, Value> globals;
  bool isLibrary = false;
  /// What relative imports start from; of "__main__" there is none.
  std::optional<std::string> package;
  /// Of a module of the program: its variables that functions change.
  Cells cells;
  /// Of text that runs among the variables of a file: the scope of that.
  Scope *around = nullptr;

  const Scope &home() const { return around ? around->home() : *this; }
  Scope &home() { return around ? around->home() : *this; }
};

/// What the decorators of a function say, or Python by its name.
struct Decorators {
  bool scripted = false; // by torch.jit.script or script_method
  bool ignored = false;  // @torch.jit.ignore and unused
  bool isUnused = false; // @torch.jit.unused
  bool isStatic = false;
  bool isClassMethod = false;
  bool isProperty = false;
  bool isAbstract = false;  // @abc.abstractmethod
  Value setter, deleter;    // of a property that has one
  std::optional<bool> grad; // @torch.no_grad() and its like
};

struct FunctionInfo {
  const ast::FunctionDefStmt *def = nullptr;
  const ast::LambdaExpr *lambda = nullptr;
  Scope *scope = nullptr;
  const ClassInfo *owner = nullptr;
  Decorators decorators;
  std::vector<Value> defaults; // in the order of parameters with defaults
  Cells cells;                 // variables of others that it may read or set
  std::vector<std::string> shared; // its own that functions in it share
  std::string name;
  std::string qualifiedName; // "outer.<locals>.Class.method"
  /// Of the program's functions, from 1 on: what its own attributes are kept
  /// by (OpenAttributes.h).
  unsigned number = 0;

  void markScripted() {
    decorators.scripted = true;
    if (decorators.setter)
      decorators.setter.function->decorators.scripted = true;
  }
};

/// A field of a dataclass.
struct DataField {
  std::string name;
  const ast::Expr *annotation = nullptr;
  Value field; // dataclasses.Field of the library: default, init, compare, ...
  bool isInitVar = false;
};

/// What a class knows by the decorator (Dataclasses.cpp).
struct DataclassInfo {
  bool isFrozen = false;
  bool hasSlots = false;
  std::vector<DataField> fields; // with those of its bases
};

/// The fields that the body of a class declares: attributes with annotations,
/// the fields of a named tuple, the members of an enum.
struct DeclaredFields {
  std::map<std::string, const ast::Expr *> types; // class-level `x: T`
  std::vector<std::string> names;                 // in their order
  std::map<std::string, Value> defaults;
};

/// What a class of the library is to the compiler. Its decorator says so:
/// `@_tine.optimizer` and its like, by the names in Class.cpp.
enum class ClassRole {
  Module,        // torch.nn.Module
  ScriptModule,  // what torch.jit.ScriptModule is the base of
  ModuleList,    // its modules are elements: Sequential and ModuleList
  ModuleDict,    // or entries
  Optimizer,     // the base of all optimizers
  StateMaker,    // an optimizer that makes its state before the first step
  Set,           // a set of Python
  RunTuple,      // a tuple of so many items as only the run knows
  Array,         // numpy.ndarray
  StoredValue,   // what torch.load gives
  Unread,        // what a file holds, while its type is not known (Loads.h)
  UnsureNumber,  // numbers that are NumPy's on some paths only
  Iterator,      // what iter() gives
  CaughtError,   // an error that a handler caught, of a class of Python's
  ErrorType,     // and the class of it
  YieldManager,  // of contextlib.contextmanager: runs around its `yield`
  SeesErrors,    // its __exit__ asks what was raised
  DataField,     // dataclasses.Field
  MissingValue,  // of a field: the type of dataclasses.MISSING
  InitVariable,  // the annotation of what goes to __post_init__
  KeywordMarker, // the annotation behind which fields are given by keyword
  AnyValue,      // stands for a value whose type only the run knows
  Stream,        // gives one item after the other in the run
  Hidden,        // only the library has it: programs see what it derives from,
                 // and messages name what derives from it
  /// An object is made once of what it has, so that one of the run can stand
  /// for those of several paths.
  Record,
};

/// The role that a decorator of the library gives; none of another name.
std::optional<ClassRole> roleOfDecorator(llvm::StringRef name);

/// What Python or PyTorch treats in its own way about a class and its objects.
struct ClassTraits {
  bool isModule = false; // derives from torch.nn.Module
  bool isNamedTuple = false;
  bool isEnum = false;    // its members are tuples of name and value
  bool isIntEnum = false; // or ints, with their name as text
  bool isException = false;
  bool isDataclass = false;  // has the decorator itself
  bool isAbstract = false;   // its metaclass is ABCMeta: some cannot be made
  std::set<ClassRole> roles; // of its own, not of its bases
};

struct ClassInfo {
  std::string name;
  std::string qualifiedName; // "outer.<locals>.Class.Inner"
  const ast::ClassDefStmt *def = nullptr;
  Scope *scope = nullptr;
  std::vector<ClassInfo *> bases;
  std::vector<const ClassInfo *> order; // itself, then where to look next
  /// Bases that have no class of the library: "abc.ABC", "typing.Generic".
  std::set<std::string> abstractBases;
  /// A class of the program that makes it and its objects; null for `type`.
  ClassInfo *metaclass = nullptr;
  std::map<std::string, Value> members; // methods and class attributes
  DeclaredFields fields;
  ClassTraits traits;
  DataclassInfo dataclass;
  /// The object that has its attributes; 0 in its body, whose statements set
  /// `members`.
  unsigned object = 0;
  bool scripted = false;
  /// Why the class cannot be used, though it can be defined: an error where
  /// something needs it.
  std::string unusable;

  /// Whether the class itself has the role.
  bool has(ClassRole role) const { return traits.roles.count(role); }
  /// Whether it or a class that it derives from has it.
  bool inherits(ClassRole role) const;
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_VALUES_CLASS_H
