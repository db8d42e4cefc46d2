//===- Mutator.cpp - Changes programs by lines and tokens -----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lines keep the indentation of the place they come to, so that blocks stay
// blocks.
//
//===----------------------------------------------------------------------===//

#include "test/fuzz/Mutator.h"
#include <cctype>
#include <vector>

namespace tine::fuzz {

namespace {

using Pieces = std::vector<std::string>;

/// What is put in place of a token.
constexpr const char *interesting[] = {
    "0",        "1",       "-1",
    "2",        "3",       "9223372036854775807",
    "0.5",      "1e30",    "None",
    "True",     "False",   "''",
    "'a'",      "[]",      "{}",
    "()",       "[1]",     "x",
    "(1, 2)",   "[None]",  "{1: 2}",
    "self",     "torch",   "torch.ones(2)",
    "int",      "float",   "str",
    "Tensor",   "List",    "torch.zeros(2, 3)",
    "+",        "*",       "//",
    "**",       "==",      "torch.ones(2)[0]",
    "and",      "not",     "in",
    "is",       "if",      "torch.tensor(3)",
    "for",      "while",   "return",
    "break",    "pass",    "int(x.sum())",
    "range(3)", "len",     "print",
    "list",     "zip",     "torch.jit.fork",
    "lambda",   "super()", "enumerate",
    ":",        ",",       "torch.jit.wait",
    "=",        ".",       "[0]",
    "[-1]",     "[1:]",    "torch.jit.script",
    "()",       "(x)",     "[:, None]",
    "...",      "*x",      "**x",
};

size_t below(Random &random, size_t count) {
  return count ? random() % count : 0;
}

Pieces splitLines(const std::string &text) {
  Pieces lines(1);
  for (char c : text)
    if (c == '\n')
      lines.emplace_back();
    else
      lines.back() += c;
  return lines;
}

std::string join(const Pieces &pieces, const char *between) {
  std::string text;
  for (size_t i = 0; i < pieces.size(); ++i)
    text += (i ? between : "") + pieces[i];
  return text;
}

bool isWord(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

/// Words, numbers, runs of blanks, strings and single signs.
Pieces splitTokens(const std::string &line) {
  Pieces tokens;
  for (size_t i = 0; i < line.size();) {
    size_t end = i + 1;
    if (isWord(line[i]))
      while (end < line.size() && isWord(line[end]))
        ++end;
    else if (line[i] == ' ')
      while (end < line.size() && line[end] == ' ')
        ++end;
    else if (line[i] == '"' || line[i] == '\'')
      end = std::min(line.find(line[i], end), line.size() - 1) + 1;
    tokens.push_back(line.substr(i, end - i));
    i = end;
  }
  return tokens;
}

std::string indented(const std::string &line, const std::string &like) {
  size_t own = line.find_first_not_of(' ');
  size_t wanted = like.find_first_not_of(' ');
  if (own == std::string::npos)
    return line;
  return std::string(wanted == std::string::npos ? 0 : wanted, ' ') +
         line.substr(own);
}

void changeLines(Pieces &lines, const Pieces &others, Random &random) {
  size_t at = below(random, lines.size()), from = below(random, lines.size());
  switch (below(random, 6)) {
  case 0:
    lines.erase(lines.begin() + at);
    break;
  case 1:
    lines.insert(lines.begin() + at, indented(lines[from], lines[at]));
    break;
  case 2:
    std::swap(lines[at], lines[from]);
    break;
  case 3: {
    std::string line = others[below(random, others.size())];
    lines.insert(lines.begin() + at, indented(line, lines[at]));
    break;
  }
  case 4: // a block deeper, behind what opens it
    lines.insert(lines.begin() + at,
                 indented(below(random, 2) ? "for i in range(3):"
                                           : "if int(x.sum()) > 1:",
                          lines[at]));
    lines[at + 1] = "    " + lines[at + 1];
    break;
  case 5: { // several lines of another program, as they are
    size_t first = below(random, others.size());
    size_t count = 1 + below(random, 8);
    for (size_t i = first; i < others.size() && i < first + count; ++i)
      lines.insert(lines.begin() + std::min(at + i - first, lines.size()),
                   others[i]);
    break;
  }
  }
  if (lines.empty())
    lines.emplace_back();
}

void changeToken(Pieces &lines, const Pieces &others, Random &random) {
  std::string &line = lines[below(random, lines.size())];
  Pieces tokens = splitTokens(line);
  if (tokens.empty())
    return;
  size_t at = below(random, tokens.size());
  Pieces more = splitTokens(others[below(random, others.size())]);
  switch (below(random, 6)) {
  case 0:
    tokens.erase(tokens.begin() + at);
    break;
  case 1:
    tokens[at] = tokens[below(random, tokens.size())];
    break;
  case 2:
    if (!more.empty())
      tokens[at] = more[below(random, more.size())];
    break;
  case 3:
    tokens[at] = interesting[below(random, std::size(interesting))];
    break;
  case 4:
    tokens.insert(tokens.begin() + at,
                  interesting[below(random, std::size(interesting))]);
    break;
  case 5:
    std::swap(tokens[at], tokens[below(random, tokens.size())]);
    break;
  }
  line = join(tokens, "");
}

} // namespace

std::string mutate(const std::string &text, const std::string &other,
                   Random &random) {
  Pieces lines = splitLines(text), others = splitLines(other);
  for (size_t count = 1 + below(random, 4); count > 0; --count)
    if (below(random, 3) == 0)
      changeLines(lines, others, random);
    else
      changeToken(lines, others, random);
  return join(lines, "\n");
}

} // namespace tine::fuzz
