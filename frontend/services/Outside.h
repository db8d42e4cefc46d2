//===- Outside.h - Values from outside of the program -----------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value from outside (an option of the command line, a variable of the
// environment) has a type when the program is compiled and a value in the run.
// Where elaboration has to know it the value is *fixed*: in the next round it
// is that of the example, and the run checks that it is
// (docs/decisions/0019-values-from-outside.md).
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SERVICES_OUTSIDE_H
#define TINE_FRONTEND_SERVICES_OUTSIDE_H

#include "frontend/services/Context.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace tine::elaborate {

/// What rounds share about values from outside.
struct OutsideFacts {
  /// The example of a command line, behind the name of the program.
  std::vector<std::string> example;
  bool hasExample = false;

  /// Where a value was needed, and for what.
  struct Reason {
    std::string place, why;
  };
  /// All names so far, in the order in which they were read, and those that the
  /// condition of a branch depends on, the last one last.
  using Names = llvm::SetVector<std::string, std::vector<std::string>,
                                std::set<std::string>>;
  Names seen, behindBranches;
  /// What has no example.
  std::set<std::string> unfixable;
  /// The names of fixed values: "--hidden", "$HOME".
  std::map<std::string, Reason> fixed;
  /// Of the names that an error has had fixed, to no avail.
  std::map<std::string, std::set<std::string>> tried;
  /// The error that the last round had names fixed for.
  std::string error;
  std::set<std::string> fixedForError;
};

class Outside {
public:
  explicit Outside(Context &e) : e(e) {}

  //===--------------------------------------------------------------------===//
  // Of one value, by its name
  //===--------------------------------------------------------------------===//

  /// The reason for which the value is fixed; null if it is free.
  const OutsideFacts::Reason *findFixed(llvm::StringRef name) const;
  /// Marks a value of the run as one from outside. One that is not `fixable`
  /// has no example.
  void add(mlir::Value value, llvm::StringRef name, bool fixable = true);
  /// Notes which text the value has in the example of a command line.
  void noteExample(mlir::Value value, llvm::StringRef text) {
    examples[value] = text.str();
  }
  /// The text that is known, or what it is in the example: of an argument, a
  /// word of the command line, or these joined; nothing of others.
  std::optional<std::string> exampleOf(const Value &text) const;

  //===--------------------------------------------------------------------===//
  // What elaboration needs to know
  //===--------------------------------------------------------------------===//

  /// Fixes the values from outside that `value` is computed from, and asks for
  /// another round; false if there are none.
  bool fix(mlir::Value value, ast::Range range, llvm::StringRef why);
  /// Fixes values from outside that may be what an error is about, and asks
  /// for another round; false if there are none or that was tried.
  bool fixInsteadOfError(ast::Range range, llvm::StringRef message);
  /// The names of values that the last error may be about and that have no
  /// example.
  std::string missingExample() const;
  /// A line for each value from outside: free, or where and why it is fixed.
  std::string report() const;

  //===--------------------------------------------------------------------===//
  // What errors may be about
  //===--------------------------------------------------------------------===//

  bool any() const { return !leaves.empty(); }
  /// A statement begins in the innermost frame.
  void beginStatement();
  /// An expression of the statement has this value.
  void noteValue(const Value &value);
  /// What is elaborated until the guard ends depends on the condition, or on
  /// the number of a loop's iterations.
  class Guard {
  public:
    Guard(Outside &outside, mlir::Value condition) : outside(outside) {
      outside.conditions.push_back(condition);
    }
    ~Guard() { outside.conditions.pop_back(); }

  private:
    Outside &outside;
  };
  /// The paths of a branch have met; states behind it depend on its condition.
  void noteBranch(mlir::Value condition);

private:
  using Names = OutsideFacts::Names;

  /// The free values from outside from which `value` is computed.
  Names namesIn(mlir::Value value) const;
  void collect(const Value &value, Names &names, unsigned depth) const;
  bool fix(const Names &names, ast::Range range, llvm::StringRef why);
  std::string placeOf(ast::Range range) const;

  Context &e;
  std::optional<std::string> exampleOf(mlir::Value text) const;

  llvm::DenseMap<mlir::Value, std::string> leaves;
  llvm::DenseMap<mlir::Value, std::string> examples;
  Names missing; // of which the last error may be, without an example
  /// Values of the statements that run, with the number of their frame.
  std::vector<std::pair<size_t, Value>> evaluated;
  std::vector<mlir::Value> conditions;
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SERVICES_OUTSIDE_H
