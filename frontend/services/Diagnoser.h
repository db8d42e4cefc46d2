//===- Diagnoser.h - Errors of the program ----------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is wrong with a program is reported at compile time, or raised in the
// run, or seen by a `try` of the program. A function that fails has reported an
// error or asked for a restart, has set `stopped`, and returns an invalid
// Value.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SERVICES_DIAGNOSER_H
#define TINE_FRONTEND_SERVICES_DIAGNOSER_H

#include "frontend/services/Context.h"
#include "frontend/syntax/Source.h"
#include "frontend/values/State.h"

namespace tine::elaborate {

/// A class of exceptions: its name, then those of its bases.
using ErrorClass = std::vector<std::string>;

/// Of an op that could fail: it is known that it does not.
constexpr llvm::StringLiteral neverFails = "checked";
/// On the operation that makes the index of a row of a tensor: it was looked
/// whether there is such a row.
constexpr llvm::StringLiteral isOfRow = "row";

/// A `try` around this point.
struct Attempt {
  std::vector<std::string> caught; // names of classes
  bool hasFinally = false;
};

class Diagnoser : public Service {
public:
  Diagnoser(const Context &context, Diagnostics &diagnostics)
      : Service(context), diagnostics(diagnostics) {}

  /// Reports an error; the result converts to every failure value. Under an
  /// assumption it asks for a restart without it instead.
  Value error(ast::Range range, const llvm::Twine &message);
  void noteCalls(size_t count);
  /// A warning about code that can run or not.
  void warning(ast::Range range, const llvm::Twine &message);
  /// An error of kinds and types that is known here, which Python raises, too:
  /// goes to a `try` that sees it with Python's text, else is reported with
  /// `message`.
  Value kindError(llvm::StringRef kind, ast::Range range,
                  const llvm::Twine &pythons, const llvm::Twine &message);
  /// An error of the program that PyTorch raises at run time: rejected when it
  /// is certain to happen before anything is printed, else raised there.
  Value fault(llvm::StringRef kind, ast::Range range,
              const llvm::Twine &message);
  /// The current path has ended with an error.
  Value die() {
    stopped = dead = true;
    return {};
  }
  /// Ends a dead path at the branch, loop or task that it is in.
  bool endDeadPath() {
    if (!stopped || !dead)
      return false;
    stopped = dead = thrown = false;
    return true;
  }
  /// The same where it is a flow.
  Flow endPath(Flow flow) {
    bool raises = thrown;
    return !endDeadPath() ? flow : raises ? Flow::raise() : Flow::none();
  }
  Value requestRestart();
  mlir::Location loc(ast::Range range);
  bool isSeen(const ErrorClass &kind) const;
  /// Whether a handler around is for such errors.
  bool isCaught(llvm::StringRef kind) const;
  /// Fails because of an error that was reported before.
  Value failQuietly() {
    stopped = true;
    return {};
  }
  /// Raises in the run unless the condition holds. Each `%i` of the message
  /// takes one of the numbers.
  void check(mlir::Value condition, llvm::StringRef kind,
             const llvm::Twine &message, ast::Range range,
             mlir::ValueRange numbers = {});
  /// What `body` gives where the condition holds; elsewhere the error is
  /// raised, in the run or to a handler that is for it. What `body` emits for
  /// it does not fail.
  Value guarded(mlir::Value condition, llvm::StringRef kind,
                const llvm::Twine &message, ast::Range range,
                llvm::function_ref<Value()> body);
  /// What an Optional holds, where Python finds out in the run that it is None
  /// and raises `kind`. TorchScript wants a test that the compiler can see.
  Value present(const Value &optional, llvm::StringRef kind,
                const llvm::Twine &message, ast::Range range);

  std::vector<Attempt> attempts;
  unsigned pendingError = 0;                // has "kind" and "message"
  std::map<std::string, ErrorClass> raised; // by name, under any of them
  bool thrown = false; // the path that is dead raises under a `try`
  Diagnostics &diagnostics;
  bool stopped = false;
  bool dead = false; // stopped only on this path of the program
  bool restart = false;
  bool hadOutput = false;   // something was printed before this point
  unsigned conditional = 0; // branches, loops and tasks around this point
  /// The class whose items are asked for by number, as far as they are known.
  const void *numbered = nullptr;
  unsigned openKinds = 0;   // of those, where only the run knows a kind
  std::set<std::string> failedAttributes; // that failed to be set
  bool collecting = false;                // go on after errors
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SERVICES_DIAGNOSER_H
