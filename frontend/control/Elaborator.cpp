//===- Elaborator.cpp - Rounds of elaboration -----------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elaborates a program until nothing new is decided.
//
//===----------------------------------------------------------------------===//

#include "frontend/control/Elaborator.h"
#include "dialects/nn/NN.h"
#include "dialects/tine/ModuleLocations.h"
#include "dialects/tine/Tf32.h"
#include "frontend/Import.h"
#include "frontend/control/Attempts.h"
#include "frontend/control/IdleProgram.h"
#include "frontend/control/ModuleEntries.h"
#include "frontend/services/Cells.h"
#include "frontend/syntax/Names.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

Elaborator::Elaborator(MLIRContext *context, Diagnostics &diagnostics,
                       Facts &facts)
    : Elaborator(std::make_unique<Rooms>(context, diagnostics, facts, *this)) {
  unsigned modes = objects.allocate(makeModes());
  assert(modes == modesObject && "another object is older");
  (void)modes;
  objects.exchangeMode(Mode::DefaultDevice, makeInt(facts.defaultDevice));
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
                                            const ast::Module &tree,
                                            const ModuleSource *entries) {
  frames.scopes.emplace_back();
  Scope *scope = &frames.scopes.back();
  scope->file = &source;
  scope->moduleName =
      entries ? llvm::sys::path::stem(source.name()).str() : "__main__";
  if (entries)
    program.parameters.leaveToEntries();
  Frame frame;
  frame.scope = scope;
  frame.isModule = true;
  frame.body.statements = tree.body;
  scope->body = tree.body;
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
  if ((!stopped() || diagnoser.dead) && endProbe(*this))
    return {};
  if (!stopped() || diagnoser.dead)
    scripting.scriptChecker.check(
        source, tree, diagnoser.diagnostics, diagnoser.collecting,
        [&](StringRef name) { return isBuiltin(name); });
  if ((stopped() && !diagnoser.dead) || diagnoser.diagnostics.hasErrors())
    return {};
  if (entries &&
      (diagnoser.dead || !ModuleEntries(*this, *entries).run(*module)))
    return {};
  bool ends = !diagnoser.dead || endsInSuccess(&function.getBody().front());
  diagnoser.stopped = diagnoser.dead = false;
  if (!entries)
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

/// Rounds until nothing new is decided; null after an error.
static OwningOpRef<ModuleOp>
runRounds(const SourceFile &file, const ast::Module &tree,
          Diagnostics &diagnostics, MLIRContext &context,
          const ImportOptions &options, Facts &facts,
          const ModuleSource *entries) {
  bool collecting = false;
  for (facts.round = 1; facts.round <= 256; ++facts.round) {
    facts.work.kept = 0;
    facts.loads.hasLoads = false;
    Elaborator elaborator(&context, diagnostics, facts);
    elaborator.diagnoser.collecting = collecting;
    OwningOpRef<ModuleOp> module = elaborator.elaborate(file, tree, entries);
    if (module) {
      if (options.arguments)
        *options.arguments << elaborator.program.outside.report();
      return module;
    }
    if (elaborator.restartRequested())
      continue;
    // The program is wrong: once more, for what else is.
    if (!options.allErrors || std::exchange(collecting, true))
      return {};
  }
  diagnostics.error(
      file, {0, 0},
      "the program's lists change their types in too many ways; annotate them");
  return {};
}

OwningOpRef<ModuleOp> tine::importProgram(const SourceFile &file,
                                          Diagnostics &diagnostics,
                                          MLIRContext &context,
                                          const ImportOptions &options) {
  std::unique_ptr<ast::Module> tree = parseModule(file, diagnostics);
  std::unique_ptr<ModuleSource> entries;
  if (options.module)
    entries = parseModuleRequest(*options.module, diagnostics);
  if (!tree || (options.module && !entries))
    return {};
  context.loadDialect<TineDialect, nn::NNDialect, arith::ArithDialect,
                      scf::SCFDialect, func::FuncDialect, math::MathDialect,
                      tensor::TensorDialect, ub::UBDialect>();
  Facts facts;
  if (options.work)
    facts.work.limit = options.work;
  facts.sources.modulePath = options.modulePath;
  facts.cudaDevices = options.cudaDevices;
  facts.outside.hasExample = options.example.has_value();
  if (options.example)
    facts.outside.example = *options.example;
  facts.forbidsTf32 = options.forbidsTf32;
  if (options.defaultCuda)
    facts.defaultDevice = *options.defaultCuda;
  OwningOpRef<ModuleOp> module = runRounds(file, *tree, diagnostics, context,
                                           options, facts, entries.get());
  if (options.decisions)
    printLog(facts, *options.decisions);
  if (module && !entries)
    warnOfIdleProgram(file, *tree, *module, diagnostics);
  return module;
}
