//===- UserModules.cpp - Modules of the program ---------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Imports of the files and packages beside the program, and of those in the
// folders of -I. A module runs once, where it is imported first.
//
//===----------------------------------------------------------------------===//

#include "frontend/objects/Modules.h"
#include "frontend/objects/ObjectModel.h"
#include "frontend/services/Cells.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/Frames.h"
#include "frontend/services/Interpreter.h"
#include "frontend/syntax/Names.h"
#include "frontend/syntax/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// Bytes of a source at most.
static constexpr uint64_t mostText = 16 << 20;

namespace {
/// Where a module is; a package may have no file of its own.
struct FoundModule {
  std::string file;
  bool isPackage = false;
};
} // namespace

static std::optional<FoundModule> findModule(ArrayRef<std::string> folders,
                                             StringRef name) {
  SmallVector<StringRef> parts;
  name.split(parts, '.');
  for (StringRef part : parts)
    if (part.empty() || part.find_first_of("/\\") != StringRef::npos)
      return std::nullopt;
  std::optional<FoundModule> folder;
  for (const std::string &root : folders) {
    SmallString<128> path(root);
    for (StringRef part : parts)
      llvm::sys::path::append(path, part);
    SmallString<128> init(path);
    llvm::sys::path::append(init, "__init__.py");
    if (llvm::sys::fs::is_regular_file(init))
      return FoundModule{init.str().str(), true};
    std::string file = (path + ".py").str();
    if (llvm::sys::fs::is_regular_file(file))
      return FoundModule{file, false};
    if (!folder && llvm::sys::fs::is_directory(path))
      folder = FoundModule{"", true};
  }
  return folder;
}

Value Modules::ofUserModule(StringRef module, StringRef name,
                            ast::Range range) {
  auto loaded = frames.userModules.find(module.str());
  if (loaded == frames.userModules.end())
    return {};
  Scope &scope = *loaded->second;
  if (name == "__name__")
    return makeStr(scope.moduleName);
  if (name == "__file__")
    return makeStr(scope.file->name());
  if (name == "__doc__")
    return docOf(scope.body);
  // While it runs, what it has so far.
  if (const Frame *frame = frames.moduleFrameOf(&scope)) {
    if (const Value *value = findVariable(*this, *frame, name))
      return *value;
  } else {
    auto global = scope.globals.find(name.str());
    if (global != scope.globals.end())
      return global->second;
    auto cell = scope.cells.find(name.str());
    if (cell != scope.cells.end())
      return readShared(*this, cell->second, name, range);
  }
  std::string inner = (module + "." + name).str();
  return frames.userModules.count(inner) ? makeNamespace(inner) : Value();
}

Scope *Modules::importModule(StringRef name, ast::Range range) {
  auto loaded = frames.userModules.find(name.str());
  if (loaded != frames.userModules.end())
    return loaded->second;
  if (decisions.facts.sources.modulePath.empty())
    return nullptr;
  std::optional<FoundModule> found =
      findModule(decisions.facts.sources.modulePath, name);
  if (!found)
    return nullptr;
  StringRef package = name.split('.').first;
  if (!frames.userModules.count(package.str()) && qualified(package)) {
    // A folder without __init__.py hides nothing.
    found = findModule(decisions.facts.sources.modulePath, package);
    if (!stopped() && found && !found->file.empty())
      error(range, "'" + found->file + "' hides the module '" + package +
                       "' that Tine has; rename it");
    return nullptr;
  }
  if (stopped())
    return nullptr;
  if (name.contains('.') && !importModule(name.rsplit('.').first, range))
    return nullptr;
  auto function = dyn_cast<func::FuncOp>(b.getInsertionBlock()->getParentOp());
  if (!function || function.getName() != "program") {
    error(range, "the module '" + name +
                     "' is imported for the first time in a branch, loop or "
                     "task; import it at the top of the file");
    return nullptr;
  }
  Sources::Library &source = decisions.facts.sources.userModules[name.str()];
  if (!source.file) {
    std::string text;
    if (!found->file.empty()) {
      uint64_t size = 0;
      if (llvm::sys::fs::file_size(found->file, size) || size > mostText) {
        error(range, "'" + found->file + "' cannot be read or is too long");
        return nullptr;
      }
      auto buffer =
          llvm::MemoryBuffer::getFile(found->file, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
      if (!buffer) {
        error(range, "cannot read '" + found->file +
                         "': " + buffer.getError().message());
        return nullptr;
      }
      text = (*buffer)->getBuffer().str();
    }
    source.file = std::make_unique<SourceFile>(found->file, std::move(text));
  }
  if (!source.tree)
    source.tree = parseModule(*source.file, diagnoser.diagnostics);
  if (!source.tree) {
    diagnoser.stopped = true;
    return nullptr;
  }
  frames.scopes.emplace_back();
  Scope *scope = &frames.scopes.back();
  scope->file = source.file.get();
  scope->body = source.tree->body;
  scope->moduleName = name.str();
  scope->package = found->isPackage ? name.str() : name.rsplit('.').first.str();
  if (!found->isPackage && !name.contains('.'))
    scope->package = "";
  frames.userModules[name.str()] = scope;
  Frame frame;
  frame.scope = scope;
  frame.isModule = true;
  frame.body.statements = source.tree->body;
  shareVariables(*this, frame, ast::globalNames(source.tree->body));
  frames.push_back(std::move(frame));
  llvm::SaveAndRestore here(frames.here);
  run.exec(source.tree->body);
  scope->globals = frames.back().locals;
  scope->cells = frames.back().cells;
  frames.pop_back();
  return stopped() ? nullptr : scope;
}

/// The names that `from module import *` binds.
std::set<std::string> Modules::publicNamesOf(const Scope &scope) {
  std::set<std::string> names;
  auto all = scope.globals.find("__all__");
  if (all != scope.globals.end()) {
    std::vector<Value> items;
    if (all->second.is(Kind::List) && !get(all->second.id).isRuntime)
      items = get(all->second.id).items;
    else if (all->second.is(Kind::Tuple))
      items = all->second.items;
    for (const Value &item : items)
      if (item.is(Kind::Str) && item.isConst())
        names.insert(item.text);
    return names;
  }
  for (const auto &[name, value] : scope.globals)
    if (!StringRef(name).starts_with("_"))
      names.insert(name);
  for (const auto &[name, cell] : scope.cells)
    if (!StringRef(name).starts_with("_"))
      names.insert(name);
  return names;
}

} // namespace tine::elaborate
