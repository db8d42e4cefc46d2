//===- Outside.cpp - Values from outside of the program -------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which values are fixed:
// 1. What a size of a parameter is computed from.
// 2. Where an error is reported, what it may be about: the values of the
//    statement and of those around it, the conditions around it, the
//    conditions of branches before it, everything. Each is fixed alone first,
//    and set free again if the same error comes back.
//
//===----------------------------------------------------------------------===//

#include "frontend/services/Outside.h"
#include "dialects/tine/Tine.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/Frames.h"
#include "frontend/services/Objects.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// The list of words, as library/sys.py names it.
static constexpr StringLiteral commandLine = "the command line";

static OutsideFacts &factsOf(const Context &e) {
  return e.decisions.facts.outside;
}

const OutsideFacts::Reason *Outside::findFixed(StringRef name) const {
  auto &fixed = factsOf(e).fixed;
  auto found = fixed.find(name.str());
  return found == fixed.end() ? nullptr : &found->second;
}

void Outside::add(mlir::Value value, StringRef name, bool fixable) {
  leaves[value] = name.str();
  factsOf(e).seen.insert(name.str());
  if (!fixable)
    factsOf(e).unfixable.insert(name.str());
}

//===----------------------------------------------------------------------===//
// Examples
//===----------------------------------------------------------------------===//

std::optional<std::string> Outside::exampleOf(const Value &text) const {
  if (!text.is(Kind::Str))
    return std::nullopt;
  return text.isConst() ? text.text : exampleOf(text.ssa);
}

std::optional<std::string> Outside::exampleOf(mlir::Value text) const {
  if (auto known = examples.find(text); known != examples.end())
    return known->second;
  if (auto constant = text.getDefiningOp<StringConstantOp>())
    return constant.getValue().str();
  if (auto concat = text.getDefiningOp<StringConcatOp>()) {
    std::string joined;
    for (mlir::Value part : concat->getOperands()) {
      std::optional<std::string> known = exampleOf(part);
      if (!known)
        return std::nullopt;
      joined += *known;
    }
    return joined;
  }
  // Behind the name of the program come the words of the example.
  auto word = text.getDefiningOp<ListGetOp>();
  auto isCommandLine = [&](mlir::Value list) {
    auto leaf = leaves.find(list);
    return leaf != leaves.end() && leaf->second == commandLine;
  };
  if (!word || !isCommandLine(word.getList()))
    return std::nullopt;
  const std::vector<std::string> &example = factsOf(e).example;
  APInt number;
  if (!matchPattern(word.getIndex(), m_ConstantInt(&number)))
    return std::nullopt;
  int64_t at = number.getSExtValue(), size = example.size();
  at = at < 0 ? at + size : at - 1;
  return factsOf(e).hasExample && at >= 0 && at < size
             ? std::optional(example[at])
             : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Where values come from
//===----------------------------------------------------------------------===//

Outside::Names Outside::namesIn(mlir::Value value) const {
  // Of what a tensor is computed from only numbers can be its sizes.
  struct Step {
    mlir::Value value;
    bool isSize;
  };
  constexpr size_t most = 4096;
  Names names;
  SmallVector<Step> todo{{value, false}};
  llvm::DenseSet<mlir::Value> seen;
  while (!todo.empty() && seen.size() < most) {
    auto [next, isSize] = todo.pop_back_val();
    if (!next || !seen.insert(next).second)
      continue;
    if (auto leaf = leaves.find(next); leaf != leaves.end()) {
      bool isNumber = next.getType().isIntOrIndex();
      if (isNumber || !isSize)
        names.insert(leaf->second);
      continue;
    }
    isSize |= isa<RankedTensorType>(next.getType());
    Operation *op = next.getDefiningOp();
    if (!op)
      op = next.getParentBlock() ? next.getParentBlock()->getParentOp()
                                 : nullptr;
    // What a file has is not computed from its name.
    if (!op ||
        isa<FileOp, StoredOp, StoredTensorOp, ReadImageHeadOp, DecodeImageOp>(
            op))
      continue;
    for (mlir::Value operand : op->getOperands())
      todo.push_back({operand, isSize});
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (!block.empty())
          for (mlir::Value operand : block.back().getOperands())
            todo.push_back({operand, isSize});
  }
  return names;
}

void Outside::collect(const Value &value, Names &names, unsigned depth) const {
  if (value.ssa)
    names.insert_range(namesIn(value.ssa));
  if (depth == 0)
    return;
  for (const Value &item : value.items)
    collect(item, names, depth - 1);
  if (!value.is(Kind::Tensor) && !value.is(Kind::List) && !value.is(Kind::Dict))
    return;
  // What a path made is gone where paths meet.
  const Heap &heap = e.objects.heap;
  if (value.id >= heap.size() || !heap[value.id])
    return;
  const Object *object = &e.get(value.id);
  if (value.is(Kind::Tensor))
    object = &e.get(object->storage);
  if (object->current)
    names.insert_range(namesIn(object->current));
  for (const Value &item : object->items)
    collect(item, names, depth - 1);
}

//===----------------------------------------------------------------------===//
// Fixing
//===----------------------------------------------------------------------===//

std::string Outside::placeOf(ast::Range range) const {
  size_t i = e.frames.size();
  for (; i > 1 && e.frames[i - 1].scope->isLibrary; --i)
    range = e.frames[i - 1].call.range;
  const SourceFile &file = *e.frames[i - 1].scope->file;
  return (llvm::sys::path::filename(file.name()) + ":" +
          Twine(file.position(range.begin).line))
      .str();
}

bool Outside::fix(const Names &names, ast::Range range, StringRef why) {
  bool isNew = false;
  for (const std::string &name : names)
    if (!factsOf(e).unfixable.count(name) &&
        factsOf(e).fixed.insert({name, {placeOf(range), why.str()}}).second) {
      e.decisions.noteFixed(name, why, range);
      isNew = true;
    }
  if (!isNew)
    return false;
  // What was decided may have been for the free values.
  e.decisions.forget();
  e.requestRestart();
  return true;
}

bool Outside::fix(mlir::Value value, ast::Range range, StringRef why) {
  return any() && fix(namesIn(value), range, why);
}

bool Outside::fixInsteadOfError(ast::Range range, StringRef message) {
  OutsideFacts &facts = factsOf(e);
  if (facts.seen.empty())
    return false;
  std::string error = placeOf(range) + ": " + message.str();
  std::set<std::string> &tried = facts.tried[error];
  if (error == facts.error) {
    tried.insert(facts.fixedForError.begin(), facts.fixedForError.end());
    for (const std::string &name : facts.fixedForError)
      facts.fixed.erase(name);
  }
  facts.fixedForError.clear();
  facts.error = error;

  // From what is nearest to what is farthest.
  std::vector<Names> groups;
  for (size_t frame = e.frames.size(); frame > 0; --frame)
    for (const auto &[number, value] : llvm::reverse(evaluated))
      if (number == frame)
        collect(value, groups.emplace_back(), 2);
  for (mlir::Value condition : llvm::reverse(conditions))
    groups.push_back(namesIn(condition));
  missing.clear();
  for (const Names &names : groups)
    for (const std::string &name : names)
      if (facts.unfixable.count(name) &&
          (facts.seen.size() == 1 || name != facts.seen[0]))
        missing.insert(name);
  // What holds many values says little.
  auto isWide = [](const Names &names) { return names.size() > 2; };
  std::vector<Names> wide;
  llvm::copy_if(groups, std::back_inserter(wide), isWide);
  llvm::erase_if(groups, isWide);
  for (const std::string &name : llvm::reverse(facts.behindBranches))
    groups.emplace_back().insert(name);
  llvm::append_range(groups, wide);
  for (const std::string &name : facts.seen)
    groups.emplace_back().insert(name);
  Names all;
  for (const Names &names : groups) {
    Names untried;
    for (const std::string &name : names)
      if (!facts.fixed.count(name) && !facts.unfixable.count(name)) {
        all.insert(name);
        if (!tried.count(name))
          untried.insert(name);
      }
    if (untried.empty())
      continue;
    facts.fixedForError.insert(untried.begin(), untried.end());
    return fix(untried, range, "needed when compiled");
  }
  // None alone helps. All at once may.
  if (all.size() < 2 || !tried.insert("").second)
    return false;
  facts.fixedForError.insert(all.begin(), all.end());
  return fix(all, range, "needed when compiled");
}

std::string Outside::missingExample() const {
  std::string names;
  for (const std::string &name : missing)
    names += (names.empty() ? "'" : ", '") + name + "'";
  return names;
}

std::string Outside::report() const {
  size_t width = 0;
  const Names &seen = factsOf(e).seen;
  for (const std::string &name : seen)
    width = std::max(width, name.size());
  std::string text;
  for (const std::string &name : seen) {
    const OutsideFacts::Reason *fixed = findFixed(name);
    text += name + std::string(width + 2 - name.size(), ' ') +
            (fixed ? "fixed: " + fixed->place + ": " + fixed->why : "free") +
            "\n";
  }
  return text;
}

//===----------------------------------------------------------------------===//
// What errors may be about
//===----------------------------------------------------------------------===//

void Outside::beginStatement() {
  while (!evaluated.empty() && evaluated.back().first >= e.frames.size())
    evaluated.pop_back();
}

void Outside::noteValue(const Value &value) {
  // Functions and modules have no number of the run.
  if (value.isConst() || value.is(Kind::Function) || value.is(Kind::Builtin) ||
      value.is(Kind::Namespace) || value.is(Kind::Class))
    return;
  evaluated.push_back({e.frames.size(), value});
}

void Outside::noteBranch(mlir::Value condition) {
  if (!any())
    return;
  for (const std::string &name : namesIn(condition)) {
    factsOf(e).behindBranches.remove(name);
    factsOf(e).behindBranches.insert(name);
  }
}

} // namespace tine::elaborate
