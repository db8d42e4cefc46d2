//===- ObjectModel.h - Classes, their bases and members ---------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Python's object model: what a class is derived from, what becomes of a member
// that is found in it, super(), and objects that stand for a dict or list.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_OBJECTS_OBJECTMODEL_H
#define TINE_FRONTEND_OBJECTS_OBJECTMODEL_H

#include "frontend/builtins/Registry.h"
#include "frontend/services/Interpreter.h"

namespace tine::elaborate {

/// The class as a value.
Value classValue(const ClassInfo *info);

/// The text of the docstring of a file, class or function, or None.
Value docOf(ast::Block body);

/// What a member of a class is to an object of it, or to the class itself: a
/// bound method, or what a property or descriptor gives.
Value bindMember(Context &e, const Value &member, const Value &self,
                 const ClassInfo *info, ast::Range range);

/// What the class of an object, named tuple or member of an enum has under the
/// name; null if nothing.
Value memberOfInstance(Context &e, const Value &self, llvm::StringRef name,
                       ast::Range range);
/// The attributes of objects, classes, and functions or methods; of these null
/// if there is none.
Value ofObject(Context &e, const Value &base, llvm::StringRef name,
               ast::Range range);
Value ofClass(Context &e, const Value &base, llvm::StringRef name,
              ast::Range range);
Value ofFunction(Context &e, const Value &base, llvm::StringRef name,
                 ast::Range range);
/// The end of a message that there is no such name.
std::string didYouMean(llvm::StringRef name,
                       llvm::ArrayRef<llvm::StringRef> names);

/// The name of an attribute as it is kept: in the text of a class `__name` is
/// the class's own, `_Class__name`.
std::string attributeName(const Context &e, llvm::StringRef name);

/// A member that the program's own classes, and not the library's, define;
/// null if none.
Value ownersMember(Context &e, const ClassInfo *info, llvm::StringRef name);

/// `super()`, with its arguments if there are any.
Value makeSuper(Context &e, const std::vector<Value> &args, ast::Range range);
/// What super() has under a name.
Value ofSuper(Context &e, const Value &base, llvm::StringRef name,
              ast::Range range);
/// The methods that every object or class has, as `object` or `type` define
/// them; null for other names. `self` is null where the class is asked.
Value methodOfObject(const Value &self, llvm::StringRef name);

/// Evaluates a base or decorator; null, with a reason, if Tine does not have
/// it: what it makes cannot be used then.
Value evalIfSupported(Context &e, const ast::Expr *expr, std::string &why);
/// False, with an error, for a class that can be defined only.
bool isUsableClass(Context &e, const ClassInfo *info, ast::Range range);

/// The list or dict that holds the items of an object whose class is derived
/// from one; null for others.
Value itemsBehind(const Context &e, const Value &value);
/// The dict that has the attributes of an object, after `x.__dict__ = dict`;
/// null for others.
Value dictOfAttributes(const Context &e, const Value &object);
/// True for an object that has `__getitem__` alone, whose items loops ask for
/// in the run.
bool isAskedByNumber(Context &e, const Value &object);
/// What __iter__ of an object gives, as far as that is a list, tuple or another
/// value that can be walked over any number of times; other values as they are.
/// With `keepsIterators`, an object that has a __next__ of its own stays so.
Value iterated(Context &e, const Value &value, ast::Range range,
               bool keepsIterators = false, bool takesAll = false);
/// The keys and values of a mapping, which alternate; false if it is none, or
/// after an error.
bool entriesOf(Context &e, const Value &mapping, ast::Range range,
               std::vector<Value> &items);

/// An object of the class to which nothing has happened.
Value makeInstance(Context &e, ClassInfo *info, ast::Range range);
/// An attribute of an object as `object` reads and deletes it: without the
/// __getattr__ and __delattr__ of its class.
Value readPlainly(Context &e, const Value &object, llvm::StringRef name,
                  ast::Range range);
bool deletePlainly(Context &e, const Value &object, llvm::StringRef name,
                   ast::Range range);

/// Whether a value of a type of Python's has a method or attribute without
/// underscores; none for values of other types.
std::optional<bool> hasPlain(const Value &value, llvm::StringRef name);

/// Whether the class says what others have to have, and whether an object or
/// class has all of it.
bool isProtocol(const ClassInfo *info);
Value followsProtocol(Context &e, const Value &value, const ClassInfo *protocol,
                      ast::Range range);

/// What a call of the value gives, where a failure that is known here and is of
/// the kind gives nothing.
std::optional<Value> unlessRaised(Context &e, llvm::StringRef kind,
                                  llvm::function_ref<Value()> act);

/// The member of an enum that has the value.
Value memberOfEnum(Context &e, ClassInfo *info, const Value &value,
                   ast::Range range);

/// The fields of a named tuple by name; false after an error.
bool bindFields(Context &e, const ClassInfo &info, CallArgs &args,
                std::vector<std::pair<std::string, Value>> &fields);
/// Its _replace and _asdict (NamedTuples.cpp).
Value namedTupleMethod(Context &e, const Value &self, llvm::StringRef name,
                       CallArgs &args);
/// False, reported: a keyword that is no field, or is given twice.
bool checkFields(Context &e, const ClassInfo &namedTuple, const CallArgs &args);
/// What collections.namedtuple gives.
Value makeNamedTuple(Context &e, Bound &args);
/// Whether the attribute may be set or deleted: the object is not of a frozen
/// dataclass, or one with slots; else false, with Python's error.
bool mayChange(Context &e, const Value &object, llvm::StringRef name,
               bool deletes, ast::Range range);
/// The module that computes the parameter that it parametrizes, or null.
Value parametrizationOf(Context &e, const Value &module, llvm::StringRef name);

Value instanceOf(Context &e, const Value &value, const Value &type,
                 ast::Range range);
void registerCopies(Registry &registry);
void registerDataclasses(Registry &registry);
void registerObjectModel(Registry &registry);
void registerAttributeBuiltins(Registry &registry);
void registerInstanceBuiltins(Registry &registry);
void registerJitBuiltins(Registry &registry);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_OBJECTS_OBJECTMODEL_H
