//===- GenerateEntry.cpp - The entry point of an executable ---------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input:  a module, perhaps with `func.func @program()`.
// Output: with a program, `tine_entry` and the global `tine_abi_program`, which
//         the runtime's `main` reads; without one, nothing.
// How:    `tine_entry` opens one OpenMP team for the whole run. Its first
//         thread runs the program as the root task, with the stack of the
//         process; the others go to the barrier at the end and run tasks there.
// Rejects: a program with arguments or results; symbols with the names of what
//         is generated; parameters that are not described.
//
//===----------------------------------------------------------------------===//

#include "dialects/tine/Tine.h"
#include "lowering/abi/Abi.h"
#include "lowering/abi/Where.h"
#include "lowering/target/DescribeEntries.h"
#include "lowering/target/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "tine/abi.h"

namespace tine {
#define GEN_PASS_DEF_GENERATEENTRY
#include "lowering/target/Passes.h.inc"
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
    if (!checkNames() || !checkParameters() || !checkEntries(getOperation()))
      return signalPassFailure();
    AbiBuilder abi(getOperation());
    LLVM::LLVMFuncOp body = makeBody(program, abi);
    describeProgram(makeEntry(body, abi), abi);
  }

  /// The program by C's calling convention and with a fixed name. Of a module
  /// it makes the state of the entries, which the command line calls then.
  LLVM::LLVMFuncOp makeBody(func::FuncOp program, AbiBuilder &abi) {
    LLVM::LLVMFuncOp body = makeFunction("tine_body");
    auto builder = OpBuilder::atBlockEnd(&body.getBody().front());
    func::CallOp::create(builder, program.getLoc(), program, ValueRange());
    if (getOperation()->hasAttr("tine.entries"))
      abi.call(builder, program.getLoc(), "run_entry", {}, ValueRange());
    LLVM::ReturnOp::create(builder, program.getLoc(), ValueRange());
    return body;
  }

  LLVM::LLVMFuncOp makeEntry(LLVM::LLVMFuncOp body, AbiBuilder &abi) {
    LLVM::LLVMFuncOp entry = makeFunction("tine_entry");
    openTeam(entry, [&](OpBuilder &builder) {
      Value address = LLVM::AddressOfOp::create(builder, body.getLoc(), body);
      abi.call(builder, body.getLoc(), "root", {}, address);
    });
    return entry;
  }

  /// void tine_team(void *queue): the threads of a device.
  LLVM::LLVMFuncOp makeTeam(AbiBuilder &abi) {
    LLVM::LLVMFuncOp team = makeFunction("tine_team", abi.pointer());
    openTeam(team, [&](OpBuilder &builder) {
      abi.call(builder, team.getLoc(), "serve", {}, team.getArgument(0));
    });
    return team;
  }

  /// A parallel region whose first thread does what `build` makes.
  void openTeam(LLVM::LLVMFuncOp function,
                llvm::function_ref<void(OpBuilder &)> build) {
    Location loc = function.getLoc();
    auto builder = OpBuilder::atBlockEnd(&function.getBody().front());
    auto parallel = omp::ParallelOp::create(builder, loc);
    LLVM::ReturnOp::create(builder, loc, ValueRange());
    builder.createBlock(&parallel.getRegion());
    auto master = omp::MasterOp::create(builder, loc);
    omp::TerminatorOp::create(builder, loc);
    builder.createBlock(&master.getRegion());
    build(builder);
    omp::TerminatorOp::create(builder, loc);
  }

  /// `tine_abi_program`, a struct tine_program.
  void describeProgram(LLVM::LLVMFuncOp entry, AbiBuilder &abi) {
    Location loc = entry.getLoc();
    auto builder = OpBuilder::atBlockEnd(getOperation().getBody());
    Type i32 = builder.getI32Type(), pointer = abi.pointer();
    auto type = LLVM::LLVMStructType::getLiteral(
        &getContext(),
        {i32, i32, pointer, pointer, pointer, pointer, pointer, pointer,
         pointer, builder.getI64Type(), pointer, pointer, pointer, pointer,
         builder.getI64Type(), pointer, pointer});
    auto parameters =
        getOperation()->getAttrOfType<ArrayAttr>("tine.parameters");
    LLVM::GlobalOp table =
        parameters ? describeParameters(parameters, abi) : LLVM::GlobalOp();
    LLVM::LLVMFuncOp team = getOperation().lookupSymbol("tine_abi_enqueue")
                                ? makeTeam(abi)
                                : LLVM::LLVMFuncOp();
    LLVM::GlobalOp code = declareDeviceCode();
    LLVM::GlobalOp entries = describeEntries(getOperation(), abi);
    auto global = LLVM::GlobalOp::create(
        builder, loc, type, /*isConstant=*/true, LLVM::Linkage::External,
        "tine_abi_program", Attribute());
    builder.createBlock(&global.getInitializerRegion());
    SmallVector<Value> fields{
        abi.i32(builder, loc, TINE_ABI_VERSION),
        abi.i32(builder, loc, 0),
        abi.text(builder, loc, fileInTrace(getText("tine.name"))),
        abi.text(builder, loc, getText("tine.compiler")),
        abi.text(builder, loc, getText("tine.cpu")),
        abi.text(builder, loc, getText("tine.features")),
        abi.text(builder, loc, getDevices()),
        LLVM::AddressOfOp::create(builder, loc, entry)};
    auto null = [&]() -> Value {
      return LLVM::ZeroOp::create(builder, loc, pointer);
    };
    fields.push_back(
        table ? LLVM::AddressOfOp::create(builder, loc, table).getResult()
              : null());
    fields.push_back(abi.i64(builder, loc, table ? parameters.size() : 0));
    std::string unsaved = getText("tine.unsaved");
    fields.push_back(unsaved.empty() ? null()
                                     : abi.text(builder, loc, unsaved));
    fields.push_back(
        team ? LLVM::AddressOfOp::create(builder, loc, team).getResult()
             : null());
    fields.push_back(
        code ? LLVM::AddressOfOp::create(builder, loc, code).getResult()
             : null());
    fields.push_back(
        entries ? LLVM::AddressOfOp::create(builder, loc, entries).getResult()
                : null());
    fields.push_back(abi.i64(
        builder, loc,
        entries
            ? getOperation()->getAttrOfType<ArrayAttr>("tine.entries").size()
            : 0));
    LLVM::GlobalOp weights = declareWeights();
    fields.push_back(
        weights ? LLVM::AddressOfOp::create(builder, loc, weights).getResult()
                : null());
    fields.push_back(null()); // of several copies ObjectEmitter chains them
    Value value = LLVM::UndefOp::create(builder, loc, type);
    for (auto [i, field] : llvm::enumerate(fields))
      value = LLVM::InsertValueOp::create(builder, loc, value, field, i);
    LLVM::ReturnOp::create(builder, loc, value);
  }

  /// `tine_device_code`, a struct tine_device_code, which is made of the module
  /// of kernels when that is compiled; null if there is none.
  LLVM::GlobalOp declareDeviceCode() {
    ModuleOp module = getOperation();
    if (module.getOps<gpu::GPUModuleOp>().empty())
      return {};
    auto builder = OpBuilder::atBlockEnd(module.getBody());
    return LLVM::GlobalOp::create(builder, module.getLoc(), builder.getI8Type(),
                                  /*isConstant=*/true, LLVM::Linkage::External,
                                  "tine_device_code", Attribute());
  }

  /// `tine_weights`, which the compiler makes of a file; null if there is none.
  LLVM::GlobalOp declareWeights() {
    ModuleOp module = getOperation();
    if (!module->hasAttr("tine.weights_inside"))
      return {};
    auto builder = OpBuilder::atBlockEnd(module.getBody());
    return LLVM::GlobalOp::create(builder, module.getLoc(),
                                  builder.getI64Type(),
                                  /*isConstant=*/true, LLVM::Linkage::External,
                                  "tine_weights", Attribute());
  }

  /// Whether the names of what is generated are free.
  bool checkNames() {
    for (llvm::StringRef name :
         {"tine_body", "tine_entry", "tine_team", "tine_abi_program",
          "tine_device_code", "tine_weights"})
      if (Operation *symbol = getOperation().lookupSymbol(name)) {
        symbol->emitOpError("has a name that Tine keeps for the entry of the "
                            "executable: '")
            << name << "'";
        return false;
      }
    return true;
  }

  /// What the runtime does not look at again: the attribute `tine.parameters`
  /// and the numbers that refer to it.
  bool checkParameters() {
    ModuleOp module = getOperation();
    Attribute attribute = module->getAttr("tine.parameters");
    auto parameters = dyn_cast_or_null<ArrayAttr>(attribute);
    int64_t count = parameters ? parameters.size() : 0;
    bool good = parameters || !attribute;
    for (int64_t i = 0; good && i != count; ++i) {
      auto entry = dyn_cast<DictionaryAttr>(parameters[i]);
      auto same = entry ? entry.getAs<IntegerAttr>("same") : IntegerAttr();
      auto sizes =
          entry ? entry.getAs<DenseI64ArrayAttr>("sizes") : DenseI64ArrayAttr();
      good = same && sizes && sizes.size() <= TINE_MAX_RANK &&
             entry.getAs<StringAttr>("name") &&
             entry.getAs<IntegerAttr>("dtype") && same.getInt() >= 0 &&
             same.getInt() <= i;
    }
    if (!good) {
      module.emitOpError("'tine.parameters' is not a list of parameters, each "
                         "with name, dtype, sizes and same");
      return false;
    }
    return !module
                .walk([&](LoadParameterOp op) {
                  if (op.getNumber() < uint64_t(count))
                    return WalkResult::advance();
                  op.emitOpError("has a number that 'tine.parameters' of the "
                                 "module does not have");
                  return WalkResult::interrupt();
                })
                .wasInterrupted();
  }

  /// An array of struct tine_parameter, and one of all sizes.
  LLVM::GlobalOp describeParameters(ArrayAttr parameters, AbiBuilder &abi) {
    Location loc = getOperation().getLoc();
    auto builder = OpBuilder::atBlockEnd(getOperation().getBody());
    Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
    SmallVector<int64_t> sizes;
    for (auto parameter : parameters.getAsRange<DictionaryAttr>())
      llvm::append_range(
          sizes, parameter.getAs<DenseI64ArrayAttr>("sizes").asArrayRef());
    sizes.push_back(0); // no empty array
    auto sizesType = LLVM::LLVMArrayType::get(i64, sizes.size());
    auto allSizes = LLVM::GlobalOp::create(
        builder, loc, sizesType, /*isConstant=*/true, LLVM::Linkage::Internal,
        "tine_parameter_sizes", builder.getI64TensorAttr(sizes));
    auto type = LLVM::LLVMStructType::getLiteral(
        &getContext(), {abi.pointer(), abi.pointer(), i32, i32, i64});
    auto arrayType = LLVM::LLVMArrayType::get(type, parameters.size());
    auto global = LLVM::GlobalOp::create(
        builder, loc, arrayType, /*isConstant=*/true, LLVM::Linkage::Internal,
        "tine_parameters", Attribute());
    builder.createBlock(&global.getInitializerRegion());
    Value sizesAddress = LLVM::AddressOfOp::create(builder, loc, allSizes);
    Value array = LLVM::UndefOp::create(builder, loc, arrayType);
    int64_t offset = 0, i = 0;
    for (auto parameter : parameters.getAsRange<DictionaryAttr>()) {
      auto number = [&](llvm::StringRef name) {
        return parameter.getAs<IntegerAttr>(name).getInt();
      };
      int64_t rank = parameter.getAs<DenseI64ArrayAttr>("sizes").size();
      Value fields[] = {
          abi.text(builder, loc,
                   parameter.getAs<StringAttr>("name").getValue()),
          abi.offset(builder, loc, sizesAddress, offset),
          abi.i32(builder, loc, number("dtype")), abi.i32(builder, loc, rank),
          abi.i64(builder, loc, number("same"))};
      for (int64_t j = 0; j != std::size(fields); ++j)
        array = LLVM::InsertValueOp::create(builder, loc, array, fields[j],
                                            ArrayRef<int64_t>{i, j});
      offset += rank * int64_t(sizeof(int64_t));
      ++i;
    }
    LLVM::ReturnOp::create(builder, loc, array);
    return global;
  }

  LLVM::LLVMFuncOp makeFunction(llvm::StringRef name, TypeRange inputs = {}) {
    auto builder = OpBuilder::atBlockEnd(getOperation().getBody());
    auto type = LLVM::LLVMFunctionType::get(
        LLVM::LLVMVoidType::get(&getContext()), SmallVector<Type>(inputs));
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
