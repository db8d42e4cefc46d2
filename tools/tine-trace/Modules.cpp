//===- Modules.cpp - Whose time it was ------------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Paths of modules are a tree by their dots; backward passes have one of their
// own.
//
//===----------------------------------------------------------------------===//

#include "tools/tine-trace/Modules.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;
using namespace tine::trace;

Owners::Owners(const Trace &trace, const Lanes &lanes)
    : trace(trace), lanes(lanes) {
  for (uint32_t i = 0; i < trace.spans.size(); ++i)
    if (!isOnGpu(trace.spans[i].category))
      all += lanes.selfTime[i];
  for (uint32_t i = 0; i < trace.spans.size(); ++i)
    if (trace.spans[i].category == Category::Op)
      operations[trace.spans[i].name].push_back(i);
  for (auto &[name, spans] : operations)
    llvm::sort(spans, [&](uint32_t a, uint32_t b) {
      return std::tie(trace.spans[a].start, a) <
             std::tie(trace.spans[b].start, b);
    });
}

std::optional<uint32_t> Owners::enclosing(uint32_t span,
                                          Category category) const {
  for (uint32_t at = span;; at = lanes.parent[at]) {
    if (trace.spans[at].category == category)
      return at;
    if (lanes.parent[at] == at)
      return std::nullopt;
  }
}

std::optional<uint32_t> Owners::operationOf(uint32_t number) const {
  // Of spans that begin before it the latest few may hold it.
  constexpr unsigned mostTried = 64;
  const Span &span = trace.spans[number];
  if (span.category != Category::Part)
    return enclosing(number, Category::Op);
  if (auto own = enclosing(number, Category::Op))
    return own;
  auto known = operations.find(span.name);
  if (known == operations.end())
    return std::nullopt;
  const std::vector<uint32_t> &spans = known->second;
  auto next = llvm::upper_bound(spans, span.start, [&](double at, uint32_t i) {
    return at < trace.spans[i].start;
  });
  for (unsigned i = 0; i < mostTried && next != spans.begin(); ++i)
    if (trace.spans[*--next].end >= span.start)
      return *next;
  return std::nullopt;
}

std::string Owners::moduleOf(uint32_t number) const {
  Category category = trace.spans[number].category;
  if (category == Category::Wait || isOnGpu(category))
    return "";
  std::optional<uint32_t> operation = operationOf(number);
  for (uint32_t at = operation.value_or(number);; at = lanes.parent[at]) {
    const Span &span = trace.spans[at];
    bool isTask =
        span.category == Category::Fork || span.category == Category::Queue;
    if (const std::string &module = trace.text(span.module); !module.empty())
      return module;
    if (isTask && !trace.text(span.name).empty())
      return trace.text(span.name);
    if (lanes.parent[at] == at)
      return operation ? "(no module)" : "(between operations)";
  }
}

namespace {

struct Node {
  ModuleTime time;
  std::map<std::string, Node> held;
};

/// What a path ends with that is no part of it.
StringRef suffixOf(StringRef path) {
  size_t at = path.find(" (");
  return at == StringRef::npos ? StringRef() : path.substr(at);
}

void add(Node &root, StringRef path, double time, bool isOperation) {
  StringRef suffix = suffixOf(path);
  StringRef rest = path.drop_back(suffix.size());
  Node *node = &root;
  // What tasks of functions work on stands in brackets, with dots.
  auto next = [&] {
    size_t depth = 0, at = 0;
    for (; at < rest.size() && (depth || rest[at] != '.'); ++at)
      depth += rest[at] == '(' ? 1 : rest[at] == ')' && depth ? -1 : 0;
    return at;
  };
  do {
    size_t length = next();
    rest = rest.drop_front(std::min(length + 1, rest.size()));
    size_t whole = path.size() - suffix.size() - rest.size();
    StringRef own = path.take_front(rest.empty() ? whole : whole - 1);
    std::string name = (own + suffix).str();
    node = &node->held[name];
    node->time.path = name;
    node->time.total += time;
    node->time.operations += isOperation;
  } while (!rest.empty());
  node->time.own += time;
}

void list(const Node &node, double least, std::vector<ModuleTime> &out) {
  std::vector<const Node *> held;
  for (auto &[name, inner] : node.held)
    if (inner.time.total >= least)
      held.push_back(&inner);
  llvm::sort(held, [](const Node *a, const Node *b) {
    return std::tie(b->time.total, a->time.path) <
           std::tie(a->time.total, b->time.path);
  });
  for (const Node *inner : held) {
    out.push_back(inner->time);
    list(*inner, least, out);
  }
}

} // namespace

std::vector<ModuleTime> tine::trace::timeOfModules(const Trace &trace,
                                                   const Lanes &lanes,
                                                   const Owners &owners,
                                                   size_t most) {
  Node root;
  for (uint32_t i = 0; i < trace.spans.size(); ++i) {
    std::string path = owners.moduleOf(i);
    if (!path.empty())
      add(root, path, lanes.selfTime[i],
          trace.spans[i].category == Category::Op);
  }
  std::vector<ModuleTime> all;
  list(root, 0, all);
  if (all.size() <= most)
    return all;
  std::vector<double> totals;
  for (const ModuleTime &time : all)
    totals.push_back(time.total);
  llvm::sort(totals, std::greater<>());
  all.clear();
  list(root, totals[most - 1], all);
  return all;
}
