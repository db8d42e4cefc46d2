//===- GenerateEntry.cpp - The entry point of an executable ---------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input:  a module, perhaps with `func.func @program()`.
// Output: with a program, `tine_entry` and the global `tine_abi_program`, which
// the
//         runtime's `main` reads; without one, nothing.
// How:    `tine_entry` opens one OpenMP team for the whole run. Its first
// thread
//         runs the program as the root task, with the stack of the process; the
//         others go to the barrier at the end and run tasks there.
// Rejects: a program with arguments or results.
//
//===----------------------------------------------------------------------===//

#include "lowering/Passes.h"
#include "lowering/llvm/Abi.h"
#include "tine/abi.h"

namespace tine {
#define GEN_PASS_DEF_GENERATEENTRY
#include "lowering/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

struct GenerateEntry : tine::impl::GenerateEntryBase<GenerateEntry> {
  void runOnOperation() override {
    auto program = getOperation().lookupSymbol<func::FuncOp>("program");
    if (!program)
      return;
    if (program.getNumArguments() != 0 || program.getNumResults() != 0) {
      program.emitOpError("the program must have no arguments and no results");
      return signalPassFailure();
    }
    AbiBuilder abi(getOperation());
    LLVM::LLVMFuncOp body = makeBody(program);
    describeProgram(makeEntry(body, abi), abi);
  }

  /// The program by C's calling convention and with a fixed name.
  LLVM::LLVMFuncOp makeBody(func::FuncOp program) {
    LLVM::LLVMFuncOp body = makeFunction("tine_body");
    auto builder = OpBuilder::atBlockEnd(&body.getBody().front());
    func::CallOp::create(builder, program.getLoc(), program, ValueRange());
    LLVM::ReturnOp::create(builder, program.getLoc(), ValueRange());
    return body;
  }

  LLVM::LLVMFuncOp makeEntry(LLVM::LLVMFuncOp body, AbiBuilder &abi) {
    Location loc = body.getLoc();
    LLVM::LLVMFuncOp entry = makeFunction("tine_entry");
    auto builder = OpBuilder::atBlockEnd(&entry.getBody().front());
    auto parallel = omp::ParallelOp::create(builder, loc);
    LLVM::ReturnOp::create(builder, loc, ValueRange());
    builder.createBlock(&parallel.getRegion());
    auto master = omp::MasterOp::create(builder, loc);
    omp::TerminatorOp::create(builder, loc);
    builder.createBlock(&master.getRegion());
    Value address = LLVM::AddressOfOp::create(builder, loc, body);
    abi.call(builder, loc, "root", {}, address);
    omp::TerminatorOp::create(builder, loc);
    return entry;
  }

  /// `tine_abi_program`, a struct tine_program.
  void describeProgram(LLVM::LLVMFuncOp entry, AbiBuilder &abi) {
    Location loc = entry.getLoc();
    auto builder = OpBuilder::atBlockEnd(getOperation().getBody());
    Type i32 = builder.getI32Type(), pointer = abi.pointer();
    auto type = LLVM::LLVMStructType::getLiteral(
        &getContext(),
        {i32, i32, pointer, pointer, pointer, pointer, pointer, pointer});
    auto global = LLVM::GlobalOp::create(
        builder, loc, type, /*isConstant=*/true, LLVM::Linkage::External,
        "tine_abi_program", Attribute());
    builder.createBlock(&global.getInitializerRegion());
    SmallVector<Value> fields{abi.i32(builder, loc, TINE_ABI_VERSION),
                              abi.i32(builder, loc, 0),
                              abi.text(builder, loc, getText("tine.name")),
                              abi.text(builder, loc, getText("tine.compiler")),
                              abi.text(builder, loc, getText("tine.cpu")),
                              abi.text(builder, loc, getText("tine.features")),
                              abi.text(builder, loc, getDevices()),
                              LLVM::AddressOfOp::create(builder, loc, entry)};
    Value value = LLVM::UndefOp::create(builder, loc, type);
    for (auto [i, field] : llvm::enumerate(fields))
      value = LLVM::InsertValueOp::create(builder, loc, value, field, i);
    LLVM::ReturnOp::create(builder, loc, value);
  }

  LLVM::LLVMFuncOp makeFunction(llvm::StringRef name) {
    auto builder = OpBuilder::atBlockEnd(getOperation().getBody());
    auto type =
        LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(&getContext()), {});
    auto function = LLVM::LLVMFuncOp::create(
        builder, getOperation().getLoc(), name, type, LLVM::Linkage::Internal);
    function.addEntryBlock(builder);
    return function;
  }

  std::string getText(llvm::StringRef attribute) {
    auto text = getOperation()->getAttrOfType<StringAttr>(attribute);
    return text ? text.str() : std::string();
  }

  std::string getDevices() {
    auto devices = getOperation()->getAttrOfType<ArrayAttr>("tine.devices");
    if (!devices)
      return "cpu:0";
    return llvm::join(llvm::map_range(devices.getAsValueRange<StringAttr>(),
                                      [](StringRef name) { return name; }),
                      ",");
  }
};

} // namespace
