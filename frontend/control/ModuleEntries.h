//===- ModuleEntries.h - Methods of a module as functions -------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `--module EXPRESSION`: the statements of the file and the expression are
// elaborated as a program is. Then each entry, a method of the module, is
// elaborated in a region of its own, with arguments in place of weights and
// inputs. What else it uses of the program is its state, which `@program` hands
// over (tine.entry_state). So an entry is a function
//
//   (state and weights..., inputs...) -> (outputs..., changed weights...)
//
// which the module's attribute `tine.entries` describes.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_CONTROL_MODULEENTRIES_H
#define TINE_FRONTEND_CONTROL_MODULEENTRIES_H

#include "frontend/Import.h"
#include "frontend/control/InputTypes.h"
#include "frontend/control/Merge.h"
#include "frontend/services/Parameters.h"

namespace tine::elaborate {

/// A ModuleRequest that was parsed. All rounds of elaboration have it.
struct ModuleSource {
  explicit ModuleSource(const ModuleRequest &request)
      : expression("--module", request.expression), train(request.train),
        weightsPrefix(request.weightsPrefix) {}

  struct Entry {
    std::string method;
    std::vector<Input> inputs;
  };
  SourceFile expression; // the argument of --module
  std::unique_ptr<ast::Module> tree;
  std::vector<Entry> entries;
  bool train;
  std::string weightsPrefix;
};

/// Nothing after an error.
std::unique_ptr<ModuleSource> parseModuleRequest(const ModuleRequest &request,
                                                 Diagnostics &diagnostics);

class ModuleEntries {
public:
  ModuleEntries(Elaborator &e, const ModuleSource &source)
      : e(e), source(source), placeholders(e.program.dropped) {}

  /// Makes the entries behind the statements of the program, in whose function
  /// the builder is; false after an error or a request to restart.
  bool run(mlir::ModuleOp module);

private:
  /// A function that was made, without the arguments of its captures.
  struct Entry {
    mlir::func::FuncOp function;
    llvm::SetVector<mlir::Value> captured;
    llvm::SmallVector<mlir::Attribute> inputs, outputs;
    llvm::SmallVector<mlir::Value> updated; // the captures of changed weights
  };

  Value makeModule();
  bool bindWeights();
  /// A weight that is on a device other than the host.
  bool bindOnDevice(const Value &tensor, int64_t number);
  bool makeEntry(const ModuleSource::Entry &from, mlir::ModuleOp module);
  /// The arguments of the call, and the arguments of `block` that they are.
  bool makeInputs(const ModuleSource::Entry &from, const FunctionInfo &method,
                  mlir::Block *block, Entry &entry, CallArgs &args);
  /// The argument of a name: an input, or a tuple or dict of those whose names
  /// go on with a dot. Invalid where there are none, or after an error.
  Value makeArgument(const std::string &name, const ModuleSource::Entry &from,
                     const Value &fallback, mlir::Block *block, Entry &entry);
  Value makeInput(const Input &input, mlir::Block *block);
  Type typeOf(const InputType &type);
  /// An error in an argument of --input; false.
  bool failInput(const Input &input, const llvm::Twine &message);
  mlir::Attribute describeInput(const Input &input, const Value &fallback);
  /// Appends the parts of a result that are data.
  bool addOutput(const Value &value, const std::string &name, Entry &entry,
                 llvm::SmallVectorImpl<mlir::Value> &results);
  bool addUpdates(const State &before, const State &after, Entry &entry,
                  llvm::SmallVectorImpl<mlir::Value> &results);
  /// Gives the entries the arguments of their captures, and the program the
  /// state to hand over.
  void finish(mlir::ModuleOp module);
  mlir::Attribute describe(llvm::ArrayRef<mlir::NamedAttribute> fields) {
    return mlir::DictionaryAttr::get(e.getContext(), fields);
  }
  mlir::NamedAttribute field(llvm::StringRef name, mlir::Attribute value) {
    return {mlir::StringAttr::get(e.getContext(), name), value};
  }

  Elaborator &e;
  const ModuleSource &source;
  ScratchRegion placeholders; // one block, whose arguments stand for weights
  ast::Range range;           // of the expression
  Value self;
  std::vector<Parameters::Weight> weights;
  std::vector<int64_t> numbers; // of the weights that placeholders stand for
  std::vector<Entry> entries;
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_CONTROL_MODULEENTRIES_H
