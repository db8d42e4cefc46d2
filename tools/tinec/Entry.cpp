//===- Entry.cpp - What an executable starts with -------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The entries are symbols of the module: `program`, which the lowering makes an
// entry of, `tine_abi_program`, which it has become, and `main`.
//
//===----------------------------------------------------------------------===//

#include "tools/tinec/Entry.h"
#include "lowering/Pipeline.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using llvm::StringRef;

namespace tine {

/// `int main(void)` or `int main(int, char **)`.
static bool hasTypeOfMain(FunctionOpInterface main) {
  auto isI32 = [](Type type) { return type.isInteger(32); };
  ArrayRef<Type> arguments = main.getArgumentTypes();
  ArrayRef<Type> results = main.getResultTypes();
  bool takesC = arguments.size() == 2 && isI32(arguments[0]) &&
                isa<LLVM::LLVMPointerType>(arguments[1]);
  return (arguments.empty() || takesC) && results.size() == 1 &&
         isI32(results[0]);
}

static LogicalResult checkMain(Operation *symbol) {
  auto main = dyn_cast<FunctionOpInterface>(symbol);
  if (!main)
    return emitError(symbol->getLoc(), "'main' is no function: an "
                                       "executable cannot start with it");
  if (main.isExternal())
    return emitError(main->getLoc(),
                     "'main' is declared without a body: an executable "
                     "has nothing to start with");
  if (!hasTypeOfMain(main))
    return emitError(main->getLoc(),
                     "'main' must take nothing, or an i32 and a "
                     "pointer, and give an i32; a program that Tine "
                     "starts is 'func.func @program()'");
  return success();
}

static LogicalResult checkProgram(Operation *symbol) {
  auto program = dyn_cast<func::FuncOp>(symbol);
  if (!program)
    return emitError(symbol->getLoc(), "'program' is no 'func.func': an "
                                       "executable cannot start with it");
  if (program.isExternal())
    return emitError(program.getLoc(),
                     "'program' is declared without a body: an "
                     "executable has nothing to start with");
  if (program.getNumArguments() || program.getNumResults())
    return emitError(program.getLoc(),
                     "the program must have no arguments and no results");
  return success();
}

/// A module without braces has no line of its own.
static Location getStart(ModuleOp module) {
  auto loc = dyn_cast<FileLineColLoc>(module.getLoc());
  if (!loc || loc.getLine() != 0)
    return module.getLoc();
  return FileLineColLoc::get(loc.getFilename(), 1, 1);
}

LogicalResult checkStage(ModuleOp module) {
  auto name = module->getAttrOfType<StringAttr>("tine.phase");
  std::optional<Phase> phase = completedPhase(module);
  if (phase)
    return checkPhaseInvariant(module, *phase);
  if (!name)
    return success();
  return emitError(getStart(module))
         << "there is no phase '" << name.getValue() << "'";
}

LogicalResult checkEntry(ModuleOp module) {
  if (Operation *main = module.lookupSymbol("main"))
    return checkMain(main);
  if (isa_and_nonnull<LLVM::GlobalOp>(module.lookupSymbol("tine_abi_program")))
    return success();
  if (Operation *program = module.lookupSymbol("program"))
    return checkProgram(program);
  if (llvm::hasSingleElement(module.getOps<gpu::GPUModuleOp>()) &&
      llvm::hasSingleElement(*module.getBody()))
    return emitError(getStart(module))
           << "these are the kernels of a program without the rest of it: make "
              "PTX of them with --emit=ptx, or write the whole program with "
              "--emit=target";
  return emitError(getStart(module))
         << "there is no function 'program' for an executable to start "
            "with: write 'func.func @program()'";
}

bool reportUndefined(ModuleOp module, StringRef messages) {
  static constexpr llvm::StringLiteral mark = "undefined symbol: ";
  bool found = false;
  for (StringRef line : llvm::split(messages, '\n')) {
    size_t at = line.find(mark);
    if (at == StringRef::npos)
      continue;
    StringRef name = line.drop_front(at + mark.size()).trim();
    Operation *symbol = module.lookupSymbol(name);
    if (!symbol)
      continue;
    emitError(symbol->getLoc())
        << "'" << name
        << "' is declared and defined nowhere: neither in this "
           "module nor in Tine's runtime or the C library";
    found = true;
  }
  return found;
}

} // namespace tine
