//===- regex_match.cpp - Regular expressions find texts -------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The machine has a stack of what it may still try: other ways, and what slots
// held before. So patterns of any depth need no more than memory.
//
//===----------------------------------------------------------------------===//

#include "regular_expressions.h"
#include "unicode.h"

using namespace tine;

static int32_t inCase(int32_t point, Case wanted) {
  if (point < 128) {
    bool isUpper = point >= 'A' && point <= 'Z';
    bool isLower = point >= 'a' && point <= 'z';
    return isUpper && wanted == Case::Lower   ? point + 32
           : isLower && wanted == Case::Upper ? point - 32
                                              : point;
  }
  Text text;
  addInCase(text, point, wanted);
  const char *at = text.data, *end = text.data + text.size;
  int32_t first = decode(at, end);
  return at == end ? first : point;
}

static bool isOfKind(char kind, int32_t point, bool isAscii) {
  if (point < 0 || (isAscii && point > 127))
    return false;
  uint32_t has = properties(point);
  switch (kind) {
  case 'd':
    return (has & isDecimal) == isDecimal;
  case 's':
    return isAscii ? point == ' ' || (point >= 9 && point <= 13)
                   : (has & isWhite) != 0;
  default:
    return point == '_' || (has & (isLetter | isDecimal)) != 0;
  }
}

bool RegexMatcher::isIn(const RegexStep &now, int32_t point) const {
  for (int32_t i = now.x; i < now.x + now.y; ++i) {
    const RegexItem &item = regex.items[size_t(i)];
    if (!item.kind) {
      if (point >= item.first && point <= item.last)
        return true;
      continue;
    }
    bool isNegated = item.kind < 'a';
    char kind = isNegated ? char(item.kind + 32) : item.kind;
    if (isOfKind(kind, point, now.isAscii) != isNegated)
      return true;
  }
  return false;
}

/// One code point.
bool RegexMatcher::one(const RegexStep &now, const char *&at) const {
  if (at == end)
    return false;
  const char *next = at;
  int32_t point = decode(next, end);
  bool fits;
  if (now.op == RegexOp::Any) {
    fits = now.flag || point != '\n';
  } else if (now.op == RegexOp::Point) {
    fits = point == now.x ||
           (now.ignoresCase &&
            inCase(point, Case::Lower) == inCase(now.x, Case::Lower));
  } else {
    fits = isIn(now, point) ||
           (now.ignoresCase && (isIn(now, inCase(point, Case::Lower)) ||
                                isIn(now, inCase(point, Case::Upper))));
    fits = fits != now.flag;
  }
  if (fits)
    at = next;
  return fits;
}

const char *RegexMatcher::before(const char *at) const {
  do
    --at;
  while (at > begin && isContinuation(*at));
  return at;
}

bool RegexMatcher::isWordAt(const char *at, bool isAscii) const {
  return at < end && isOfKind('w', decode(at, end), isAscii);
}

bool RegexMatcher::assertion(const RegexStep &now, const char *at) const {
  switch (now.op) {
  case RegexOp::TextStart:
    return at == begin;
  case RegexOp::TextEnd:
    return at == end;
  case RegexOp::LineStart:
    return at == begin || at[-1] == '\n';
  case RegexOp::LineEnd:
    return at == end || *at == '\n';
  case RegexOp::BeforeEnd:
    return at == end || (at + 1 == end && *at == '\n');
  default: {
    if (begin == end)
      return false; // as in Python 3.11, for both
    bool left = at > begin && isWordAt(before(at), now.isAscii);
    return (left != isWordAt(at, now.isAscii)) != now.flag;
  }
  }
}

void RegexMatcher::set(int32_t slot, const char *value) {
  choices.add({Kind::Slot, slot, slots[size_t(slot)], nullptr, 0});
  slots[size_t(slot)] = value;
}

bool RegexMatcher::sameAs(const RegexStep &now, const char *&at) const {
  const char *from = startOf(now.x), *to = endOf(now.x);
  if (!from || !to)
    return false;
  const char *next = at;
  while (from < to) {
    if (next == end)
      return false;
    int32_t a = decode(from, to), b = decode(next, end);
    if (a != b &&
        !(now.ignoresCase && inCase(a, Case::Lower) == inCase(b, Case::Lower)))
      return false;
  }
  at = next;
  return true;
}

bool RegexMatcher::repeat(int32_t &pc, const char *&at) {
  const RegexStep now = regex.code[size_t(pc)];
  const RegexStep what = regex.code[size_t(pc + 1)];
  int64_t count = 0;
  while (count < now.x && one(what, at))
    ++count;
  if (count < now.x)
    return false;
  if (now.flag) {
    choices.add({Kind::More, pc, at, nullptr, count});
  } else {
    const char *least = at;
    while ((now.y < 0 || count < now.y) && one(what, at))
      ++count;
    if (at != least)
      choices.add({Kind::Fewer, pc + 2, at, least, 0});
  }
  pc += 2;
  return true;
}

/// Code that is matched by itself.
bool RegexMatcher::look(int32_t &pc, const char *&at) {
  const RegexStep now = regex.code[size_t(pc)];
  size_t base = choices.size();
  const char *from = at;
  bool fits = true;
  for (int32_t i = 0; now.op == RegexOp::LookBehind && i < now.y && fits; ++i) {
    fits = from > begin;
    if (fits)
      from = before(from);
  }
  const char *stop = from;
  if (fits) {
    choices.add({Kind::Other, -1, nullptr, nullptr, 0});
    fits = run(pc + 1, from, false);
    if (fits)
      stop = slots[size_t(regex.lastSlot()) + 1];
  }
  if (fits && now.flag) {
    // What it has set is undone.
    for (size_t i = choices.size(); i-- > base;)
      if (choices[i].kind == Kind::Slot)
        slots[size_t(choices[i].step)] = choices[i].at;
    choices.shrink(base);
  }
  if (fits && !now.flag) {
    size_t kept = base;
    for (size_t i = base; i < choices.size(); ++i)
      if (choices[i].kind == Kind::Slot)
        choices[kept++] = choices[i];
    choices.shrink(kept);
  }
  if (fits == now.flag)
    return false;
  if (now.op == RegexOp::Atomic)
    at = stop;
  pc += now.x;
  return true;
}

/// Takes the last way that was not tried yet; false if there is none above
/// `base`, which is taken, too.
bool RegexMatcher::back(int32_t &pc, const char *&at, size_t base) {
  while (choices.size() >= base) {
    Choice last = choices.back();
    choices.shrink(choices.size() - 1);
    if (last.kind == Kind::Slot) {
      slots[size_t(last.step)] = last.at;
      continue;
    }
    pc = last.step;
    at = last.at;
    if (last.kind == Kind::Other)
      return pc >= 0;
    if (last.kind == Kind::Fewer) {
      at = before(at);
      if (at != last.limit)
        choices.add({Kind::Fewer, pc, at, last.limit, 0});
      return true;
    }
    const RegexStep &now = regex.code[size_t(pc)];
    if ((now.y >= 0 && last.count >= now.y) ||
        !one(regex.code[size_t(pc + 1)], at))
      continue;
    choices.add({Kind::More, pc, at, nullptr, last.count + 1});
    pc += 2;
    return true;
  }
  return false;
}

/// One step; false where the machine has to go back.
bool RegexMatcher::step(int32_t &pc, const char *&at, bool &isDone,
                        bool isWhole) {
  const RegexStep now = regex.code[size_t(pc)];
  switch (now.op) {
  case RegexOp::Point:
  case RegexOp::Any:
  case RegexOp::Set:
    ++pc;
    return one(now, at);
  case RegexOp::Split:
    choices.add({Kind::Other, pc + now.y, at, nullptr, 0});
    pc += now.x;
    return true;
  case RegexOp::Jump:
    pc += now.x;
    return true;
  case RegexOp::Save:
    set(now.x, at);
    if (now.x & 1)
      set(regex.lastSlot(),
          reinterpret_cast<const char *>(intptr_t(now.x / 2)));
    ++pc;
    return true;
  case RegexOp::LoopStart:
    set(regex.lastSlot() + 2 + now.x, nullptr);
    ++pc;
    return true;
  case RegexOp::Loop:
    if (slots[size_t(regex.lastSlot() + 2 + now.x)] == at) {
      pc += now.y;
      return true;
    }
    choices.add({Kind::Other, pc + now.y, at, nullptr, 0});
    set(regex.lastSlot() + 2 + now.x, at);
    ++pc;
    return true;
  case RegexOp::LazyLoop:
    choices.add({Kind::Other, pc + 1, at, nullptr, 0});
    pc += now.y;
    return true;
  case RegexOp::LazyEnter:
    if (slots[size_t(regex.lastSlot() + 2 + now.x)] == at)
      return false;
    set(regex.lastSlot() + 2 + now.x, at);
    ++pc;
    return true;
  case RegexOp::Repeat:
    return repeat(pc, at);
  case RegexOp::SameAs:
    ++pc;
    return sameAs(now, at);
  case RegexOp::LookAhead:
  case RegexOp::LookBehind:
  case RegexOp::Atomic:
    return look(pc, at);
  case RegexOp::Accept:
    if (isWhole && ((how == RegexHow::FullMatch && at != end) ||
                    (mustAdvance && at == searchStart)))
      return false;
    isDone = true;
    return true;
  default:
    ++pc;
    return assertion(now, at);
  }
}

/// Behind a choice that marks its base. The place where it ends is in the slot
/// behind the last group's.
bool RegexMatcher::run(int32_t pc, const char *at, bool isWhole) {
  size_t base = choices.size();
  bool isDone = false;
  while (!isDone)
    if (!step(pc, at, isDone, isWhole) && !back(pc, at, base))
      return false;
  slots[size_t(regex.lastSlot()) + 1] = at;
  return true;
}

bool RegexMatcher::attempt(const char *from, RegexHow wanted) {
  how = wanted;
  slots.zeros(size_t(regex.slotCount()) + 1);
  choices.clear();
  choices.add({Kind::Other, -1, nullptr, nullptr, 0});
  if (!run(0, from, true))
    return false;
  slots[0] = from;
  slots[1] = slots[size_t(regex.lastSlot()) + 1];
  return true;
}

bool RegexMatcher::find(const char *from, RegexHow wanted, bool advances) {
  searchStart = from;
  mustAdvance = advances;
  if (wanted != RegexHow::Search)
    return attempt(from, wanted);
  const RegexStep &first = regex.code[0];
  bool isByte = first.op == RegexOp::Point && !first.ignoresCase &&
                first.x >= 0 && first.x < 128;
  for (const char *at = from;;) {
    if (isByte) {
      at =
          at < end
              ? static_cast<const char *>(memchr(at, first.x, size_t(end - at)))
              : nullptr;
      if (!at)
        return false;
    }
    if (attempt(at, wanted))
      return true;
    if (at == end)
      return false;
    decode(at, end);
  }
}
