//===- TypeLattice.h - Types of values, and their joins ---------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The types of values, their least upper bounds, and the conversion of values
// to the SSA values that they consist of and back, where they cross a branch,
// loop, task or container.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SERVICES_TYPELATTICE_H
#define TINE_FRONTEND_SERVICES_TYPELATTICE_H

#include "frontend/services/Context.h"
#include "frontend/services/Objects.h"

namespace tine::elaborate {

class TypeLattice : public Service {
public:
  explicit TypeLattice(const Context &context) : Service(context) {}

  Type typeOf(const Value &value);
  Type typeOfUnchecked(const Value &value);
  /// The least type that has both, or null.
  Type joinTypes(const Type &a, const Type &b);
  /// The same for a variable, which in Python may be an int on one path and a
  /// float or a tensor on the other.
  Type joinAnyTypes(const Type &a, const Type &b);
  /// The same for what a list or dict of the run holds, which may be of several
  /// types if it is already.
  Type joinHeldTypes(const Type &held, const Type &type);
  /// Of a variable that has the value on some paths and is not set on others;
  /// null if that cannot be told at run time. `before` is where they part.
  Type typeOfUnset(const Value &value, const Heap &before);
  bool leafTypes(const Type &type, llvm::SmallVectorImpl<mlir::Type> &out);
  /// Of an object of the run (RunObjects.h).
  bool leafOfObject(const Type &type, llvm::SmallVectorImpl<mlir::Type> &out);
  /// Whether `flatten` makes leaves of its values.
  bool canFlatten(const Type &type);
  /// Appends the leaves of the value as a value of `type`. `keep` says that
  /// they go where the original cannot see later changes (a container, a task).
  bool flatten(const Value &value, const Type &type, ast::Range range,
               llvm::SmallVectorImpl<mlir::Value> &out, bool keep);
  /// Makes a value of leaves; takes them from the front.
  Value unflatten(const Type &type, mlir::ValueRange &leaves);
  /// Placeholder leaves for a path that never uses them.
  void poison(const Type &type, llvm::SmallVectorImpl<mlir::Value> &out);
  mlir::Value poison(mlir::Type type);
  /// Converts where the language does so silently: to an annotated type.
  Value convert(Value value, const Type &type, ast::Range range,
                const llvm::Twine &what);
  Compare compareOf(const Type &type);
  /// Makes the lists and dicts of compile time in `value` that are in `before`
  /// and that `type` does not keep ones of run time, because a path may choose
  /// them: asks for a restart and returns true.
  bool bringToRunTime(const Value &value, const Type &type, const Heap &before,
                      ast::Range range);
  /// The same type, with Open for what the empty lists and dicts in it will
  /// hold once they are of the run; those without a site stay partial.
  Type openTypeOf(const Value &value);
  /// Decides what the Open parts of a type are, where another type is known for
  /// them, and asks for a restart; false if there are none.
  bool close(const Type &open, const Type &known);
  bool isAwaitedAgain(const Value &future);
  void setAwaited(const Value &value, size_t older);

  unsigned typeDepth = 0; // of the value whose type is asked for
  /// By future, of the tensors that its task gives in their order.
  llvm::DenseMap<mlir::Value, std::vector<std::string>> gradFnsOfFutures;
  /// By future, what its results may be of what its caller has.
  llvm::DenseMap<mlir::Value, Origins> originsOfFutures;
  // Futures of new tensors that were awaited once: nobody else holds those.
  llvm::DenseSet<mlir::Value> awaitedOnce;
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SERVICES_TYPELATTICE_H
