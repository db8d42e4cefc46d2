//===- Diagnoser.cpp - Errors of the program ------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reports what is wrong, or raises it in the run, with the calls that led
// there.
//
//===----------------------------------------------------------------------===//

#include "frontend/services/Diagnoser.h"
#include "dialects/tine/ModuleLocations.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/ErrorClasses.h"
#include "frontend/services/Failures.h"
#include "frontend/services/Frames.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Paths.h"
#include "frontend/services/Program.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

Value Diagnoser::error(ast::Range range, const Twine &message) {
  if (stopped || endByFailures(*this, message) || decisions.dropAssumption() ||
      decisions.unrollInsteadOfError() || learnOfLoads(*this) ||
      (!collecting && program.outside.fixInsteadOfError(range, message.str())))
    return {};
  stopped = true;
  // In a file of the library the fault is at the call.
  size_t i = frames.size();
  while (i > 1 && frames[i - 1].scope->isLibrary) {
    range = frames[i - 1].call.range;
    --i;
  }
  diagnostics.error(*frames[i - 1].scope->file, range, message);
  noteCalls(i);
  if (std::string names = program.outside.missingExample(); !names.empty())
    diagnostics.note(*frames[i - 1].scope->file, range,
                     names + " may have to be known when compiled: give an "
                             "example of the command line behind '--', as in "
                             "'tinec FILE -- ARGUMENTS'");
  return {};
}

/// Notes of the calls of the frames below `count`, innermost first; of many the
/// inner and the outer ones.
void Diagnoser::noteCalls(size_t count) {
  constexpr size_t most = 16;
  SmallVector<const Frame *> calls;
  for (size_t i = count; i > 1; --i) {
    const Frame &frame = frames[i - 1];
    if (!frame.call.file || frames[i - 2].scope->isLibrary)
      continue;
    // A recursion is one line.
    if (calls.empty() || calls.back()->call.file != frame.call.file ||
        calls.back()->call.range.begin != frame.call.range.begin)
      calls.push_back(&frame);
  }
  size_t left = calls.size() > most ? calls.size() - most : 0;
  for (size_t i = 0; i < calls.size(); ++i) {
    std::string text = "in this call";
    if (calls[i]->function)
      text += " of '" + calls[i]->function->name + "'";
    if (left && i == most / 2 - 1)
      text += "; " + std::to_string(left) + " more calls around it";
    diagnostics.note(*calls[i]->call.file, calls[i]->call.range, text);
    if (left && i == most / 2 - 1)
      i += left;
  }
}

void Diagnoser::warning(ast::Range range, const Twine &message) {
  size_t i = frames.size();
  while (i > 1 && frames[i - 1].scope->isLibrary) {
    range = frames[i - 1].call.range;
    --i;
  }
  diagnostics.warning(*frames[i - 1].scope->file, range, message);
}

Value Diagnoser::kindError(StringRef kind, ast::Range range,
                           const Twine &pythons, const Twine &message) {
  return isSeen(errorClass(kind)) ? fault(kind, range, pythons)
                                  : error(range, message);
}

Value Diagnoser::fault(StringRef kind, ast::Range range, const Twine &message) {
  if (stopped)
    return {};
  if (ErrorClass known = errorClass(kind); isSeen(known)) {
    paths.raise(known, makeStr(message.str()), range);
    thrown = true;
    return die();
  }
  if (!conditional && !hadOutput)
    return error(range, message);
  std::string text = message.str();
  mlir::Value m = StringConstantOp::create(
      b, loc(range), StringType::get(getContext()), b.getStringAttr(text));
  RaiseOp::create(b, loc(range), b.getStringAttr(kind), m);
  return die();
}

Value Diagnoser::requestRestart() {
  stopped = restart = true;
  dead = thrown = false;
  return {};
}

mlir::Location Diagnoser::loc(ast::Range range) {
  const Frame &frame = frames.back();
  SourceFile::Position position = frame.scope->file->position(range.begin);
  mlir::Location own = FileLineColLoc::get(
      getContext(), frame.scope->file->name(), position.line, position.column);
  if (frame.function)
    own =
        NameLoc::get(StringAttr::get(getContext(), frame.function->name), own);
  if (frame.call.location)
    // The library's own lines are no use to its user.
    own = frame.scope->isLibrary ? *frame.call.location
                                 : CallSiteLoc::get(own, *frame.call.location);
  return frame.module ? inModule(own, frame.module) : own;
}

bool Diagnoser::isSeen(const ErrorClass &kind) const {
  return !script() && llvm::any_of(attempts, [&](const Attempt &attempt) {
    return attempt.hasFinally || catches(attempt.caught, kind);
  });
}

bool Diagnoser::isCaught(StringRef kind) const {
  return !script() && llvm::any_of(attempts, [&](const Attempt &attempt) {
    return catches(attempt.caught, errorClass(kind));
  });
}

void Diagnoser::check(mlir::Value condition, StringRef kind,
                      const Twine &message, ast::Range range,
                      ValueRange numbers) {
  if (stopped)
    return;
  AssertOp::create(b, loc(range), condition, b.getStringAttr(kind),
                   b.getStringAttr(message), numbers);
}

Value Diagnoser::guarded(mlir::Value condition, StringRef kind,
                         const Twine &message, ast::Range range,
                         function_ref<Value()> body) {
  if (isCaught(kind)) {
    std::string text = message.str();
    return paths.select(
        condition, body, [&] { return fault(kind, range, text); }, range);
  }
  check(condition, kind, message, range);
  return stopped ? Value() : body();
}

Value Diagnoser::present(const Value &optional, StringRef kind,
                         const Twine &message, ast::Range range) {
  if (script())
    return error(
        range,
        "expected a value but found an Optional; test 'is not None' first");
  check(optional.ssa, kind, message, range);
  return optional.items[0];
}

} // namespace tine::elaborate
