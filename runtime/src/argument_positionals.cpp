//===- argument_positionals.cpp - Words of positional arguments -*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which words positionals take, where an option or the end is behind them.
//
//===----------------------------------------------------------------------===//

#include "argument_run.h"

using namespace tine;
using namespace tine::arguments;

namespace {

/// What positionals match of words, as Python's regular expressions do:
///     one (-*A-*), ? (-*A?-*), * (-*[A-]*), + (-*A[A-]*), ... ([-AO]*)
/// Each takes as many words as leave enough to those behind it.
class Matcher {
public:
  Matcher(Argument *const *arguments, size_t argumentCount, const char *pattern,
          size_t size)
      : arguments(arguments), argumentCount(argumentCount), pattern(pattern),
        size(size), nextOption(arena.make<size_t>(size + 1)) {
    nextOption[size] = size;
    for (size_t at = size; at-- > 0;)
      nextOption[at] = pattern[at] == 'O' ? at : nextOption[at + 1];
  }

  /// How many of the first positionals match, and how many words each takes.
  size_t match(size_t *taken) {
    size_t matched = countMatching();
    // Where the positionals from one on match; of ends that do, how many are in
    // front of each.
    auto **ends = arena.make<size_t *>(matched + 1);
    for (size_t i = matched + 1; i-- > 0;) {
      ends[i] = arena.make<size_t>(size + 2);
      for (size_t at = 0; at <= size; ++at) {
        size_t least, most;
        bool fits =
            i == matched || (reach(*arguments[i], at, least, most) &&
                             ends[i + 1][most + 1] > ends[i + 1][least]);
        ends[i][at + 1] = ends[i][at] + fits;
      }
    }
    size_t at = 0;
    for (size_t i = 0; i < matched; ++i) {
      size_t least = 0, most = 0;
      reach(*arguments[i], at, least, most);
      while (most > least && ends[i + 1][most + 1] == ends[i + 1][most])
        --most;
      taken[i] = most - at;
      at = most;
    }
    return matched;
  }

private:
  size_t countMatching() {
    char *begins = arena.make<char>(size + 1);
    begins[0] = 1;
    for (size_t i = 0; i < argumentCount; ++i) {
      // +1 where a run of ends begins, -1 behind it.
      auto *changes = arena.make<int64_t>(size + 2);
      bool matches = false;
      for (size_t at = 0; at <= size; ++at) {
        size_t least, most;
        if (!begins[at] || !reach(*arguments[i], at, least, most))
          continue;
        matches = true;
        ++changes[least];
        --changes[most + 1];
      }
      if (!matches)
        return i;
      int64_t runs = 0;
      for (size_t at = 0; at <= size; ++at) {
        runs += changes[at];
        begins[at] = runs > 0;
      }
    }
    return argumentCount;
  }

  /// The nearest and the farthest end of what one positional matches at `from`;
  /// every end between is one, too. It always takes a "--" that it can: the
  /// next one would do so otherwise. False if it does not match.
  bool reach(const Argument &argument, size_t from, size_t &least,
             size_t &most) const {
    Arity arity = argument.arity;
    if (arity == Arity::Remainder) {
      least = from;
      most = size;
      return true;
    }
    size_t needed = arity == Arity::Number ? argument.number
                    : arity == Arity::Optional || arity == Arity::Any ? 0
                                                                      : 1;
    size_t at = skip(from);
    for (; needed; --needed) {
      if (at == size || pattern[at] != 'A')
        return false;
      at = skip(at + 1);
    }
    least = most = at;
    if (arity == Arity::Optional && at < size && pattern[at] == 'A')
      most = skip(at + 1);
    if (arity == Arity::Any || arity == Arity::Some)
      most = nextOption[at];
    if (arity == Arity::Parsers)
      most = size;
    return true;
  }

  size_t skip(size_t at) const {
    while (at < size && pattern[at] == '-')
      ++at;
    return at;
  }

  Arena arena;
  Argument *const *arguments;
  size_t argumentCount;
  const char *pattern;
  size_t size;
  size_t *nextOption;
};

} // namespace

size_t arguments::matchPositionals(Argument *const *arguments, size_t count,
                                   const char *pattern, size_t size,
                                   size_t *taken) {
  return Matcher(arguments, count, pattern, size).match(taken);
}
