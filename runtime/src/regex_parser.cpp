//===- regex_parser.cpp - Regular expressions become code -----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Branches, groups and repeats.
//
//===----------------------------------------------------------------------===//

#include "regex_parser.h"

using namespace tine;
using namespace tine::expressions;

bool Parser::alternatives(Width &width) {
  if (++depth > deepest)
    return unsupported("groups are nested too deep");
  int32_t groupsBefore = regex.groups, branch = size();
  Array<int32_t> jumps;
  if (!sequence(width))
    return false;
  while (at < end && *at == '|') {
    ++at;
    add(RegexOp::Jump);
    insert(branch, made(RegexOp::Split, 1, size() + 1 - branch));
    jumps.add(size() - 1);
    branch = size();
    Width other;
    if (!sequence(other))
      return false;
    width.least = other.least < width.least ? other.least : width.least;
    width.most = other.most > width.most ? other.most : width.most;
    unsure(groupsBefore);
  }
  for (int32_t jump : jumps)
    regex.code[size_t(jump)].x = size() - jump;
  --depth;
  return true;
}

bool Parser::sequence(Width &width) {
  for (;;) {
    if (has(regexVerbose))
      skipVerbose();
    if (at == end || *at == '|' || *at == ')')
      return true;
    Width one;
    if (!repeated(one))
      return false;
    width.add(one);
    if (size() > mostCode)
      return unsupported("the pattern is too large");
  }
}

/// White space and comments of a verbose pattern.
void Parser::skipVerbose() {
  while (at < end && (strchr(" \t\n\r\v\f#", *at) && *at)) {
    if (*at++ == '#')
      while (at < end && *at++ != '\n') {
      }
  }
}

/// `*`, `+`, `?`, `{m,n}`; false if there is none.
bool Parser::quantifier(int64_t &least, int64_t &most) {
  least = 0;
  most = -1;
  if (take("*"))
    return true;
  if (take("+")) {
    least = 1;
    return true;
  }
  if (take("?")) {
    most = 1;
    return true;
  }
  const char *start = at;
  if (!take("{") || (at < end && *at == '}')) {
    at = start;
    return false;
  }
  auto number = [&](int64_t none) {
    if (at == end || *at < '0' || *at > '9')
      return none;
    int64_t value = 0;
    while (at < end && *at >= '0' && *at <= '9') {
      value = value * 10 + (*at++ - '0');
      value = value < noEnd ? value : noEnd;
    }
    return value;
  };
  least = number(0);
  const char *first = at;
  most = take(",") ? number(-1) : first == start + 1 ? -2 : least;
  if (most == -2 || !take("}")) {
    at = start;
    return false;
  }
  return true;
}

bool Parser::repeated(Width &width) {
  const char *from = at;
  int32_t start = size(), groupsBefore = regex.groups;
  int64_t least, most;
  if (quantifier(least, most))
    return fail("nothing to repeat", from);
  bool isAnchor = false;
  if (*at == '^' || *at == '$' ||
      (*at == '\\' && at + 1 < end && strchr("AbBZ", at[1]) && at[1])) {
    isAnchor = true;
    if (!anchor())
      return false;
  } else if (!atom(width)) {
    return false;
  }
  if (has(regexVerbose))
    skipVerbose();
  from = at;
  if (!quantifier(least, most))
    return true;
  if (isAnchor)
    return fail("nothing to repeat", from);
  if (most >= 0 && least > most)
    return fail("min repeat greater than max repeat", from);
  bool isLazy = take("?"), isGreedy = !isLazy && take("+");
  width = {Width::times(width.least, least),
           most < 0 ? (width.most ? noEnd : 0)
                    : Width::times(width.most, most)};
  if (!least)
    unsure(groupsBefore);
  if (size() == start)
    return true; // an empty group
  // What `+` behind a quantifier keeps, each round keeps, too.
  if (isGreedy && size() > start + 1)
    makeAtomic(start);
  if (!applyQuantifier(start, least, most, isLazy))
    return false;
  if (isGreedy)
    makeAtomic(start);
  from = at;
  if (quantifier(least, most))
    return fail("multiple repeat", from);
  return true;
}

bool Parser::addCopies(const Array<RegexStep> &body, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    if (size() + int64_t(body.size()) > mostCode)
      return unsupported("the pattern repeats too much");
    for (const RegexStep &step : body)
      regex.code.add(step);
  }
  return true;
}

void Parser::loop(const Array<RegexStep> &body, bool isLazy) {
  int32_t slot = regex.slots++, length = int32_t(body.size());
  add(RegexOp::LoopStart, slot);
  int32_t extra = isLazy ? 2 : 1;
  add(isLazy ? RegexOp::LazyLoop : RegexOp::Loop, slot, length + extra + 1);
  if (isLazy)
    add(RegexOp::LazyEnter, slot);
  addCopies(body, 1);
  add(RegexOp::Jump, -(length + extra));
}

bool Parser::applyQuantifier(int32_t start, int64_t least, int64_t most,
                             bool isLazy) {
  RegexOp first = regex.code[size_t(start)].op;
  if (size() == start + 1 && (first == RegexOp::Point ||
                              first == RegexOp::Any || first == RegexOp::Set)) {
    insert(start, made(RegexOp::Repeat, int32_t(least), int32_t(most), isLazy));
    return true;
  }
  Array<RegexStep> body;
  for (int32_t i = start; i < size(); ++i)
    body.add(regex.code[size_t(i)]);
  regex.code.shrink(size_t(start));
  if (!addCopies(body, least))
    return false;
  if (most < 0) {
    loop(body, isLazy);
    return regex.code.size() <= size_t(mostCode) ||
           unsupported("the pattern is too large");
  }
  auto length = int64_t(body.size()) + 1;
  for (int64_t left = most - least; left > 0; --left) {
    int64_t over = left * length;
    if (over > mostCode)
      return unsupported("the pattern repeats too much");
    add(RegexOp::Split, isLazy ? int32_t(over) : 1, isLazy ? 1 : int32_t(over));
    if (!addCopies(body, 1))
      return false;
  }
  return true;
}

bool Parser::anchor() {
  char c = *at++;
  if (c == '^') {
    add(has(regexMultiline) ? RegexOp::LineStart : RegexOp::TextStart);
  } else if (c == '$') {
    add(has(regexMultiline) ? RegexOp::LineEnd : RegexOp::BeforeEnd);
  } else {
    c = *at++;
    add(c == 'A'   ? RegexOp::TextStart
        : c == 'Z' ? RegexOp::TextEnd
                   : RegexOp::Border,
        0, 0, c == 'B');
  }
  return true;
}

bool Parser::atom(Width &width) {
  switch (*at) {
  case '(':
    return group(width);
  case '[':
    return set(width);
  case '\\':
    return escape(width);
  case '.':
    ++at;
    width = {1, 1};
    add(RegexOp::Any, 0, 0, has(regexDotAll));
    return true;
  default:
    width = {1, 1};
    add(RegexOp::Point, decode(at, end));
    return true;
  }
}

/// What a group has, and its end.
bool Parser::inner(Width &width, const char *open) {
  int64_t flags = regex.flags;
  if (!alternatives(width))
    return false;
  regex.flags = flags;
  return take(")") || fail("missing ), unterminated subpattern", open);
}

bool Parser::redefined(const RegexName &known, int32_t group,
                       const char *where) {
  Text what;
  what.add("redefinition of group name '");
  what.add(where, size_t(known.size));
  what.addf("' as group %d; was group %d", group, known.group);
  what.add('\0');
  return fail(what.data, where);
}

bool Parser::capture(Width &width, bool isNamed) {
  const char *from = at - (isNamed ? 4 : 1);
  int32_t group = ++regex.groups;
  regex.isSure.add(1);
  if (isNamed) {
    const char *first;
    int32_t length;
    if (!name(first, length, '>'))
      return false;
    for (const RegexName &known : regex.names)
      if (known.size == length &&
          !memcmp(begin + known.begin, first, size_t(length)))
        return redefined(known, group, first);
    regex.names.add({int32_t(first - begin), length, group});
  }
  open.add(group);
  add(RegexOp::Save, 2 * group);
  if (!inner(width, from))
    return false;
  open.shrink(open.size() - 1);
  add(RegexOp::Save, 2 * group + 1);
  return true;
}

bool Parser::look(Width &width, RegexOp op, bool isNegated) {
  const char *from = at - 1;
  int32_t start = size(), groupsBefore = regex.groups;
  Width own;
  while (from > begin && *from != '(')
    --from;
  if (!inner(own, from))
    return false;
  if (op == RegexOp::LookBehind &&
      (own.least != own.most || own.least >= noEnd)) {
    if (!regex.error.size)
      regex.error.add("look-behind requires fixed-width pattern");
    return false;
  }
  if (isNegated)
    unsure(groupsBefore);
  if (op == RegexOp::Atomic)
    width = own;
  add(RegexOp::Accept);
  insert(start, made(op, size() + 1 - start, int32_t(own.least), isNegated));
  return true;
}

/// Python repeats what stands before a comment.
bool Parser::isNotRepeated() {
  return at == end || !*at || !strchr("*+?{", *at) ||
         unsupported("a repeat behind a comment is not supported");
}

bool Parser::unknownExtension(const char *where) {
  if (*at == 'L' || at != where + 1)
    return unsupported("these flags of a group are not supported");
  const char *next = at;
  decode(next, end);
  Text what;
  what.add("unknown extension ?");
  what.add(at, size_t(next - at));
  what.add('\0');
  return fail(what.data, where);
}

/// `(?i)`, `(?i:...)`, `(?-i:...)`.
bool Parser::flagsOfGroup(Width &width, const char *open) {
  static const char letters[] = "imsxau";
  static const int64_t values[] = {regexIgnoreCase, regexMultiline,
                                   regexDotAll,     regexVerbose,
                                   regexAscii,      regexUnicode};
  int64_t flags = regex.flags;
  bool removes = false;
  while (at < end && *at != ')' && *at != ':') {
    const char *known = *at ? strchr(letters, *at) : nullptr;
    if (*at == '-' && !removes) {
      removes = true;
    } else if (!known) {
      return unknownExtension(open + 1);
    } else {
      int64_t value = values[known - letters];
      flags = removes ? flags & ~value : flags | value;
    }
    ++at;
  }
  if (at == end)
    return fail("missing -, : or )", at);
  if (*at++ == ')') {
    if (open != begin || removes)
      return fail("global flags not at the start of the expression", open);
    regex.flags = flags;
    return isNotRepeated();
  }
  int64_t outer = regex.flags;
  regex.flags = flags;
  bool isRight = inner(width, open);
  regex.flags = outer;
  return isRight;
}

bool Parser::group(Width &width) {
  const char *from = at;
  ++at;
  if (!take("?"))
    return capture(width, false);
  if (take(":"))
    return inner(width, from);
  if (take("P<"))
    return capture(width, true);
  if (take("P="))
    return sameAsName();
  if (take("="))
    return look(width, RegexOp::LookAhead, false);
  if (take("!"))
    return look(width, RegexOp::LookAhead, true);
  if (take("<="))
    return look(width, RegexOp::LookBehind, false);
  if (take("<!"))
    return look(width, RegexOp::LookBehind, true);
  if (take(">"))
    return look(width, RegexOp::Atomic, false);
  if (take("#")) {
    while (at < end && *at != ')')
      ++at;
    return (take(")") || fail("missing ), unterminated comment", from)) &&
           isNotRepeated();
  }
  if (at < end && *at == '(')
    return unsupported("a condition '(?(1)...)' is not supported");
  if (at == end)
    return fail("unexpected end of pattern", at);
  return flagsOfGroup(width, from);
}

bool tine::parseRegex(Regex &regex, const char *pattern, int64_t length,
                      int64_t flags) {
  regex.flags = flags;
  return Parser(regex, pattern, length).parse();
}
