//===- DescribeEntries.cpp - Entries of a module as tables ----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowering/target/DescribeEntries.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tine/abi.h"
#include <variant>

using namespace mlir;
using namespace tine;

namespace {

/// A field of a constant struct: an i64, an i32, a double, text, the address of
/// a symbol, or null.
struct Null {};
using Field =
    std::variant<int64_t, int32_t, double, llvm::StringRef, Operation *, Null>;

class EntryTables {
public:
  EntryTables(ModuleOp module, AbiBuilder &abi)
      : module(module), abi(abi), loc(module.getLoc()) {}

  LLVM::GlobalOp describe(ArrayAttr entries) {
    SmallVector<SmallVector<Field>> rows;
    for (auto entry : entries.getAsRange<DictionaryAttr>())
      rows.push_back(describe(entry));
    return makeTable("tine_entries", rows);
  }

private:
  SmallVector<Field> describe(DictionaryAttr entry) {
    llvm::StringRef name =
        entry.getAs<FlatSymbolRefAttr>("function").getValue();
    auto inputs = entry.getAs<ArrayAttr>("inputs");
    auto outputs = entry.getAs<ArrayAttr>("outputs");
    auto state = entry.getAs<DenseI64ArrayAttr>("state");
    auto updates = entry.getAs<DenseI64ArrayAttr>("updates");
    SmallVector<llvm::StringRef> sizeNames;
    Field described[] = {describeLeaves(inputs, sizeNames),
                         describeLeaves(outputs, sizeNames)};
    SmallVector<SmallVector<Field>> names;
    for (llvm::StringRef sizeName : sizeNames)
      names.push_back({Field(sizeName)});
    return {Field(name),
            described[0],
            described[1],
            numbers(state),
            numbers(updates),
            tableOf("tine_entry_size_names", names),
            int64_t(inputs.size()),
            int64_t(outputs.size()),
            int64_t(state.size()),
            int64_t(updates.size()),
            Field(makeAdapter(name).getOperation())};
  }

  Field describeLeaves(ArrayAttr leaves,
                       SmallVectorImpl<llvm::StringRef> &sizeNames) {
    SmallVector<SmallVector<Field>> rows;
    for (auto leaf : leaves.getAsRange<DictionaryAttr>()) {
      SmallVector<int64_t> sizes;
      if (auto given = leaf.getAs<DenseI64ArrayAttr>("sizes"))
        sizes.assign(given.asArrayRef().begin(), given.asArrayRef().end());
      if (auto names = leaf.getAs<ArrayAttr>("size_names"))
        for (auto [size, name] :
             llvm::zip(sizes, names.getAsValueRange<StringAttr>()))
          if (!name.empty()) {
            auto *known = llvm::find(sizeNames, name);
            size = -2 - (known - sizeNames.begin());
            if (known == sizeNames.end())
              sizeNames.push_back(name);
          }
      auto number = [&](llvm::StringRef name) {
        return int32_t(leaf.getAs<IntegerAttr>(name).getInt());
      };
      auto fallback = leaf.getAs<FloatAttr>("fallback");
      auto flags = leaf.getAs<IntegerAttr>("flags");
      rows.push_back({Field(leaf.getAs<StringAttr>("name").getValue()),
                      numbers(sizes), number("kind"), number("dtype"),
                      int32_t(sizes.size()),
                      int32_t(flags ? flags.getInt() : 0),
                      fallback ? fallback.getValueAsDouble() : 0.0});
    }
    return tableOf("tine_entry_leaves", rows);
  }

  Field numbers(llvm::ArrayRef<int64_t> values) {
    SmallVector<SmallVector<Field>> rows;
    for (int64_t value : values)
      rows.push_back({value});
    return tableOf("tine_entry_numbers", rows);
  }

  Field tableOf(llvm::StringRef name, llvm::ArrayRef<SmallVector<Field>> rows) {
    return rows.empty() ? Field(Null())
                        : Field(makeTable(name, rows).getOperation());
  }

  /// An array of structs.
  LLVM::GlobalOp makeTable(llvm::StringRef name,
                           llvm::ArrayRef<SmallVector<Field>> rows) {
    auto builder = OpBuilder::atBlockEnd(module.getBody());
    auto typeOf = [&](const Field &field) -> Type {
      if (std::holds_alternative<int64_t>(field))
        return builder.getI64Type();
      if (std::holds_alternative<int32_t>(field))
        return builder.getI32Type();
      if (std::holds_alternative<double>(field))
        return builder.getF64Type();
      return abi.pointer();
    };
    auto row = LLVM::LLVMStructType::getLiteral(
        module.getContext(), llvm::map_to_vector(rows.front(), typeOf));
    auto type = LLVM::LLVMArrayType::get(row, rows.size());
    auto global = LLVM::GlobalOp::create(
        builder, loc, type, /*isConstant=*/true, LLVM::Linkage::Internal,
        (name + "_" + llvm::Twine(count++)).str(), Attribute());
    builder.createBlock(&global.getInitializerRegion());
    Value array = LLVM::UndefOp::create(builder, loc, type);
    for (auto [i, fields] : llvm::enumerate(rows))
      for (auto [j, field] : llvm::enumerate(fields))
        array = LLVM::InsertValueOp::create(
            builder, loc, array, makeField(builder, field),
            ArrayRef<int64_t>{int64_t(i), int64_t(j)});
    LLVM::ReturnOp::create(builder, loc, array);
    return global;
  }

  Value makeField(OpBuilder &builder, const Field &field) {
    if (const auto *value = std::get_if<int64_t>(&field))
      return abi.i64(builder, loc, *value);
    if (const auto *value = std::get_if<int32_t>(&field))
      return abi.i32(builder, loc, *value);
    if (const auto *value = std::get_if<double>(&field))
      return LLVM::ConstantOp::create(builder, loc,
                                      builder.getF64FloatAttr(*value));
    if (const auto *text = std::get_if<llvm::StringRef>(&field))
      return abi.text(builder, loc, *text);
    if (const auto *symbol = std::get_if<Operation *>(&field))
      return LLVM::AddressOfOp::create(builder, loc, abi.pointer(),
                                       SymbolTable::getSymbolName(*symbol));
    return LLVM::ZeroOp::create(builder, loc, abi.pointer());
  }

  /// void tine_call_NAME(const uint64_t *in, uint64_t *out)
  LLVM::LLVMFuncOp makeAdapter(llvm::StringRef name) {
    auto entry = module.lookupSymbol<func::FuncOp>(name);
    auto builder = OpBuilder::atBlockEnd(module.getBody());
    auto type = LLVM::LLVMFunctionType::get(
        LLVM::LLVMVoidType::get(module.getContext()),
        {abi.pointer(), abi.pointer()});
    auto adapter =
        LLVM::LLVMFuncOp::create(builder, loc, ("tine_call_" + name).str(),
                                 type, LLVM::Linkage::Internal);
    Block *block = adapter.addEntryBlock(builder);
    builder.setInsertionPointToEnd(block);
    auto cast = [&](Value value, Type to) {
      return value.getType() == to
                 ? value
                 : UnrealizedConversionCastOp::create(builder, loc, to, value)
                       .getResult(0);
    };
    SmallVector<Value> arguments;
    for (auto [i, argument] : llvm::enumerate(entry.getArgumentTypes()))
      arguments.push_back(cast(abi.loadSlot(builder, loc, block->getArgument(0),
                                            i, getLeafType(argument)),
                               argument));
    auto call = func::CallOp::create(builder, loc, entry, arguments);
    for (auto [i, result] : llvm::enumerate(call.getResults()))
      abi.storeSlot(builder, loc, block->getArgument(1), i,
                    cast(result, getLeafType(result.getType())));
    LLVM::ReturnOp::create(builder, loc, ValueRange());
    return adapter;
  }

  ModuleOp module;
  AbiBuilder &abi;
  Location loc;
  unsigned count = 0;
};

bool isLeaf(Attribute attribute) {
  auto leaf = dyn_cast<DictionaryAttr>(attribute);
  if (!leaf || !leaf.getAs<StringAttr>("name"))
    return false;
  auto kind = leaf.getAs<IntegerAttr>("kind");
  auto sizes = leaf.getAs<DenseI64ArrayAttr>("sizes");
  return kind && kind.getInt() >= 0 && kind.getInt() <= TINE_LEAF_STRING &&
         leaf.getAs<IntegerAttr>("dtype") &&
         (!sizes || sizes.size() <= TINE_MAX_RANK);
}

unsigned countSlots(ArrayAttr leaves) {
  unsigned count = 0;
  for (auto leaf : leaves.getAsRange<DictionaryAttr>()) {
    auto flags = leaf.getAs<IntegerAttr>("flags");
    count += flags && (flags.getInt() & TINE_LEAF_OPTIONAL) ? 2 : 1;
  }
  return count;
}

} // namespace

bool tine::checkEntries(ModuleOp module) {
  Attribute attribute = module->getAttr("tine.entries");
  if (!attribute)
    return true;
  auto entries = dyn_cast<ArrayAttr>(attribute);
  auto parameters = module->getAttrOfType<ArrayAttr>("tine.parameters");
  int64_t weights = parameters ? parameters.size() : 0;
  auto isEntry = [&](Attribute element) {
    auto entry = dyn_cast<DictionaryAttr>(element);
    auto symbol = entry ? entry.getAs<FlatSymbolRefAttr>("function")
                        : FlatSymbolRefAttr();
    auto function = symbol
                        ? module.lookupSymbol<func::FuncOp>(symbol.getValue())
                        : func::FuncOp();
    if (!function || function.isExternal())
      return false;
    auto inputs = entry.getAs<ArrayAttr>("inputs");
    auto outputs = entry.getAs<ArrayAttr>("outputs");
    auto state = entry.getAs<DenseI64ArrayAttr>("state");
    auto updates = entry.getAs<DenseI64ArrayAttr>("updates");
    if (!inputs || !outputs || !state || !updates ||
        !llvm::all_of(inputs, isLeaf) || !llvm::all_of(outputs, isLeaf))
      return false;
    return llvm::all_of(state.asArrayRef(),
                        [&](int64_t i) { return i < weights; }) &&
           llvm::all_of(updates.asArrayRef(),
                        [&](int64_t i) {
                          return i >= 0 && i < int64_t(state.size());
                        }) &&
           function.getNumArguments() == state.size() + countSlots(inputs) &&
           function.getNumResults() == outputs.size() + updates.size();
  };
  if (entries && llvm::all_of(entries, isEntry))
    return true;
  module.emitOpError("'tine.entries' is not a list of entries, each with "
                     "function, state, inputs, outputs and updates that fit");
  return false;
}

LLVM::GlobalOp tine::describeEntries(ModuleOp module, AbiBuilder &abi) {
  auto entries = module->getAttrOfType<ArrayAttr>("tine.entries");
  return entries ? EntryTables(module, abi).describe(entries)
                 : LLVM::GlobalOp();
}
