//===- Elaborator.cpp - Set-up, diagnostics, locations --------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs rounds of elaboration until no new fact is found.
//
//===----------------------------------------------------------------------===//

#include "frontend/control/Elaborator.h"
#include "dialects/tine/ModuleLocations.h"
#include "dialects/tine/Tf32.h"
#include "frontend/Import.h"
#include "frontend/control/Attempts.h"
#include "frontend/control/Cells.h"
#include "frontend/control/IdleProgram.h"
#include "frontend/syntax/Names.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

Elaborator::Elaborator(MLIRContext *context, Diagnostics &diagnostics,
                       Facts &facts)
    : Elaborator(std::make_unique<Services>(
          context, diagnostics, facts, static_cast<Interpreter &>(*this))) {
  unsigned modes = objects.allocate(makeModes());
  assert(modes == modesObject && "another object is older");
  (void)modes;
  objects.exchangeMode(Mode::DefaultDevice, makeInt(facts.defaultDevice));
}

Value Diagnoser::error(ast::Range range, const Twine &message) {
  if (stopped || decisions.dropAssumption() || decisions.unrollInsteadOfError())
    return {};
  stopped = true;
  // In a file of the library the fault is at the call.
  size_t i = frames.size();
  while (i > 1 && frames[i - 1].scope->isLibrary) {
    range = frames[i - 1].callRange;
    --i;
  }
  diagnostics.error(*frames[i - 1].scope->file, range, message);
  noteCalls(i);
  return {};
}

/// Notes of the calls of the frames below `count`, innermost first; of many the
/// inner and the outer ones.
void Diagnoser::noteCalls(size_t count) {
  constexpr size_t most = 16;
  SmallVector<const Frame *> calls;
  for (size_t i = count; i > 1; --i) {
    const Frame &frame = frames[i - 1];
    if (!frame.callFile || frames[i - 2].scope->isLibrary)
      continue;
    // A recursion is one line.
    if (calls.empty() || calls.back()->callFile != frame.callFile ||
        calls.back()->callRange.begin != frame.callRange.begin)
      calls.push_back(&frame);
  }
  size_t left = calls.size() > most ? calls.size() - most : 0;
  for (size_t i = 0; i < calls.size(); ++i) {
    std::string text = "in this call";
    if (calls[i]->function)
      text += " of '" + calls[i]->function->name + "'";
    if (left && i == most / 2 - 1)
      text += "; " + std::to_string(left) + " more calls around it";
    diagnostics.note(*calls[i]->callFile, calls[i]->callRange, text);
    if (left && i == most / 2 - 1)
      i += left;
  }
}

void Diagnoser::warning(ast::Range range, const Twine &message) {
  size_t i = frames.size();
  while (i > 1 && frames[i - 1].scope->isLibrary) {
    range = frames[i - 1].callRange;
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
    run.raise(known, makeStr(message.str()), range);
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

bool Decisions::assumeStartsAlike(Site loop) {
  // What comes behind an error is not assumed away.
  if (diagnoser.collecting || facts.startsApart.count(loop))
    return false;
  startingAlike.push_back(loop);
  return true;
}

bool Decisions::unrollParts() {
  if (facts.rolled.empty() || facts.parts == Facts::Parts::RollAnyway)
    return false;
  facts.rolled.clear();
  facts.parts = Facts::Parts::Unroll;
  facts.work.all = facts.work.kept = 0;
  facts.runtimeLists.clear();
  requestRestart();
  return true;
}

bool Decisions::dropAssumption() {
  if (llvm::any_of(activeLoops,
                   [](const ActiveLoop &loop) { return loop.isGuess; })) {
    facts.guesses = false;
    requestRestart();
    return true;
  }
  if (startingAlike.empty())
    return unrollParts();
  // The innermost loop around here, or all behind loops.
  auto isAssumed = [&](const ActiveLoop &loop) {
    return llvm::is_contained(startingAlike, loop.site);
  };
  auto active = llvm::find_if(llvm::reverse(activeLoops), isAssumed);
  if (active != activeLoops.rend())
    startingAlike = {active->site};
  for (const Site &loop : startingAlike) {
    facts.startsApart.insert(loop);
    facts.prepared.erase(loop);
    facts.peeled[loop] = std::max(facts.peeled[loop], 1);
  }
  requestRestart();
  return true;
}

mlir::Location Diagnoser::loc(ast::Range range) {
  const Frame &frame = frames.back();
  SourceFile::Position position = frame.scope->file->position(range.begin);
  mlir::Location own = FileLineColLoc::get(
      getContext(), frame.scope->file->name(), position.line, position.column);
  if (frame.function)
    own =
        NameLoc::get(StringAttr::get(getContext(), frame.function->name), own);
  if (frame.callLoc)
    // The library's own lines are no use to its user.
    own = frame.scope->isLibrary ? *frame.callLoc
                                 : CallSiteLoc::get(own, *frame.callLoc);
  return frame.module ? inModule(own, frame.module) : own;
}

void Elaborator::restore(const State &state) {
  program.parameters.touch();
  frames.back().locals = state.locals;
  // Objects made since then keep their numbers, so that no two arms use one
  // number for two objects.
  size_t size = objects.heap.size();
  objects.heap = state.heap;
  objects.heap.grow(size);
  for (const auto &[id, object] : objects.permanent)
    if (!objects.heap[id])
      objects.heap.set(id, object);
}

/// Whether a path that raised has ended with sys.exit(0), which is the end of
/// the program as its last line is; takes that out.
static bool endsInSuccess(Block *block) {
  auto raise = block->empty() ? RaiseOp() : dyn_cast<RaiseOp>(block->back());
  if (!raise || raise.getKind() != "SystemExit")
    return false;
  auto status = raise.getMessage().getDefiningOp<StringConstantOp>();
  if (!status || status.getValue() != "0")
    return false;
  raise->erase();
  return true;
}

OwningOpRef<ModuleOp> Elaborator::elaborate(const SourceFile &source,
                                            const ast::Module &tree) {
  frames.scopes.emplace_back();
  Scope *scope = &frames.scopes.back();
  scope->file = &source;
  scope->moduleName = "__main__";
  Frame frame;
  frame.scope = scope;
  frame.isModule = true;
  frame.body = tree.body;
  objects.openAttributes =
      objects.allocate(Object{Object::Kind::ClassAttributes});
  shareVariables(*this, frame, ast::globalNames(tree.body));
  frames.push_back(std::move(frame));

  mlir::Location where = FileLineColLoc::get(getContext(), source.name(), 1, 1);
  OwningOpRef<ModuleOp> module = ModuleOp::create(where);
  (*module)->setAttr("tine.name", StringAttr::get(getContext(), source.name()));
  b.setInsertionPointToStart(module->getBody());
  auto function =
      func::FuncOp::create(b, where, "program", b.getFunctionType({}, {}));
  function.setPrivate();
  b.setInsertionPointToStart(function.addEntryBlock());
  exec(tree.body);
  if (!stopped() || diagnoser.dead)
    scriptChecker.check(source, tree, diagnoser.diagnostics,
                        diagnoser.collecting);
  if ((stopped() && !diagnoser.dead) || diagnoser.diagnostics.hasErrors())
    return {};
  bool ends = !diagnoser.dead || endsInSuccess(&function.getBody().front());
  diagnoser.stopped = diagnoser.dead = false;
  program.parameters.finish(*module, !ends);
  func::ReturnOp::create(b, where);
  // A device map may name them all, also those whose tensors are known now.
  if (!program.devices.empty())
    (*module)->setAttr(
        "tine.devices",
        b.getStrArrayAttr(llvm::to_vector_of<StringRef>(program.devices)));
  if (SmallVector<StringRef> inexact = program.tf32.allowed();
      !inexact.empty() && !decisions.facts.forbidsTf32)
    (*module)->setAttr(tf32Attribute, b.getStrArrayAttr(inexact));
  return module;
}

} // namespace tine::elaborate

using namespace tine::elaborate;

OwningOpRef<ModuleOp> tine::importProgram(const SourceFile &file,
                                          Diagnostics &diagnostics,
                                          MLIRContext &context,
                                          const ImportOptions &options) {
  std::unique_ptr<ast::Module> tree = parseModule(file, diagnostics);
  if (!tree)
    return {};
  context.loadDialect<TineDialect, nn::NNDialect, arith::ArithDialect,
                      scf::SCFDialect, func::FuncDialect, math::MathDialect,
                      tensor::TensorDialect, ub::UBDialect>();
  Facts facts;
  if (options.work)
    facts.work.limit = options.work;
  facts.modulePath = options.modulePath;
  facts.cudaDevices = options.cudaDevices;
  facts.forbidsTf32 = options.forbidsTf32;
  if (options.defaultCuda)
    facts.defaultDevice = *options.defaultCuda;
  bool collecting = false;
  for (int round = 0; round < 256; ++round) {
    facts.work.kept = 0;
    Elaborator elaborator(&context, diagnostics, facts);
    elaborator.diagnoser.collecting = collecting;
    OwningOpRef<ModuleOp> module = elaborator.elaborate(file, *tree);
    if (module) {
      warnOfIdleProgram(file, *tree, *module, diagnostics);
      return module;
    }
    if (elaborator.restartRequested())
      continue;
    if (options.allErrors && !collecting) {
      // The program is wrong: once more, for what else is.
      collecting = true;
      continue;
    }
    return {};
  }
  diagnostics.error(
      file, {0, 0},
      "the program's lists change their types in too many ways; annotate them");
  return {};
}
